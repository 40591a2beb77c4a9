"""Markdown soup: lines that mean something, put together at random."""

from __future__ import annotations

from hypothesis import strategies as st

# fmt: off
LINES = (
    "", "# h", "## h #", "   # h3", "    # h4", "#nospace", "####### x", "\\# esc", "text",
    "字，。", "===", "---", "***", "- - -", "* * *", "__ _", "- item", "* a", "+ p", "-\tx", "- ",
    "- # h", "- ```", "- > q", "- [ ] t", "1. one", "2. two", "10. ten", "1) p", "  - sub",
    "   cont", "  ind", "    code", "\t tab", "> q", ">", "> # q", ">> w", "> ```", "  > q",
    "```", "``` py", "  ```", "````", "~~~", "$$", "$$ x $$", "$$x", "x$$", "  $$", "a^2 $$",
    "\\[", "\\]", "<div>", "</div>", "<!-- c", "-->", "<b>x</b>", "<pre>", "</pre>", "[a]: /u",
    "[a]", "- [a]: /x", "> [b]: /y", "[^1]: note", "text [^1]", ": def", ": x", "~ d",
    '"title"', "[foo\nbar]: /u", "| a | b |", "|---|---|", "a | b", "--|--", "| x |", "|--|",
    "- a | b", "- | -", "-=", "~~~ `",
    "> [!NOTE] t", "> [!tip]", "!!! note", "??? tip", "::: tip t", ":::", "::::", "==m==",
    "x {#id}", "%%", "[[w]]", "\\[x=1\\]", "| $a|b$ | c |", "<table><tr><td>c</td></tr></table>",
)
# fmt: on

SOUP = st.lists(st.sampled_from(LINES), min_size=1, max_size=9).map("\n".join)
