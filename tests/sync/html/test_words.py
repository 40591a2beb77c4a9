"""Whatever a page is: the words a browser shows are the words of the Markdown, in their order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.sync.conftest import our_words, plain_words
from vibe_tui.sync.html.convert import bare_words, html_to_markdown


@dataclass(frozen=True)
class Part:
    """A piece of HTML and the words that a browser shows of it."""

    html: str
    words: str

    def __add__(self, other: Part) -> Part:
        return Part(self.html + other.html, self.words + other.words)


SIGNS = "*_`[]()<>#+-.!|~&=:\\^{}/'\"，。（）“”：、％①"
WORDS = st.text(st.sampled_from("ab Zé研究报告 1 9" + SIGNS + SIGNS), min_size=1, max_size=12)
# What may be a formula or an address has cases of its own.
PLAIN = WORDS.filter(lambda text: "\\(" not in text and "\\[" not in text and "^" not in text)


def text(words: str) -> Part:
    return Part(escape(words), words)


def joined(parts: list[Part]) -> Part:
    return sum(parts, Part("", ""))


def inside(tag: str) -> st.SearchStrategy[Part]:
    return st.lists(INLINE, max_size=3).map(joined).map(lambda p: wrapped(tag, p))


def wrapped(tag: str, part: Part) -> Part:
    return Part(f"<{tag}>{part.html}</{tag.split(' ')[0]}>", part.words)


def code(words: str) -> Part:
    return Part(f"<code>{escape(words)}</code>", words)


INLINE: st.SearchStrategy[Part] = st.deferred(
    lambda: st.one_of(
        PLAIN.map(text),
        PLAIN.map(text),
        PLAIN.map(code),
        st.sampled_from(["b", "em", "strong", "i", "del", "span", "u", 'a href="/x"']).flatmap(
            inside
        ),
        st.sampled_from(
            [Part("<br>", ""), Part("<script>x()</script>", ""), Part("<!-- y -->", "")]
        ),
    )
)
LINE = st.lists(INLINE, min_size=1, max_size=5).map(joined)
BLOCK: st.SearchStrategy[Part] = st.deferred(
    lambda: st.one_of(
        LINE.map(lambda p: wrapped("p", p)),
        LINE.map(lambda p: wrapped("h2", p)),
        st.lists(ITEM, min_size=1, max_size=3).map(joined).map(lambda p: wrapped("ul", p)),
        st.lists(BLOCK, min_size=1, max_size=3).map(joined).map(lambda p: wrapped("blockquote", p)),
        st.lists(BLOCK, min_size=1, max_size=3).map(joined).map(lambda p: wrapped("div", p)),
        st.lists(LINE, min_size=2, max_size=4).map(table),
        st.tuples(LINE, BLOCK).map(lambda p: wrapped("figure", p[1] + wrapped("figcaption", p[0]))),
        st.tuples(LINE, BLOCK).map(lambda p: wrapped("details", wrapped("summary", p[0]) + p[1])),
        st.lists(ENTRY, min_size=1, max_size=3).map(joined).map(lambda p: wrapped("dl", p)),
        PLAIN.map(lambda words: Part(f"<pre>x{escape(words)}</pre>", "x" + words)),
        LINE,
    )
)
ENTRY: st.SearchStrategy[Part] = st.one_of(
    LINE.map(lambda p: wrapped("dt", p)), BLOCK.map(lambda p: wrapped("dd", p)), BLOCK, LINE
)
ITEM: st.SearchStrategy[Part] = st.one_of(
    LINE, st.lists(BLOCK, min_size=1, max_size=2).map(joined)
).map(lambda p: wrapped("li", p))


def table(cells: list[Part]) -> Part:
    row = joined([wrapped("td", cell) for cell in cells])
    return Part(f"<table><tr>{row.html}</tr><tr>{row.html}</tr></table>", row.words * 2)


def squeezed(words: str) -> str:
    """Words without blanks and the marks that Markdown parsers drop from their trees."""
    return re.sub(r"[\s$`]+", "", words)


@settings(max_examples=300, deadline=None)
@given(st.lists(BLOCK, min_size=1, max_size=4).map(joined))
def test_no_word_is_lost_or_made_up(page: Part) -> None:
    markdown = html_to_markdown(page.html).markdown
    shown = our_words(markdown)
    assert shown.replace("-----", "") == squeezed(page.words).replace("-----", "")


@settings(max_examples=200, deadline=None)
@given(LINE)
@example(Part('<a href="/x"><code>]:</code></a>', "]:"))
@example(Part('<a href="/x">a<b>b<code>]:c</code></b></a>', "ab]:c"))
@example(Part('<a href="/x">$a]:b$</a>', "a]:b"))
def test_a_line_reads_the_same_in_a_plain_parser(line: Part) -> None:
    markdown = html_to_markdown(f"<p>{line.html}</p>").markdown
    # Marks beside Chinese signs hold in our parser only.
    shown, wanted = (
        re.sub(r"[*~]", "", one) for one in (plain_words(markdown), squeezed(line.words))
    )
    assert shown == wanted


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80) | st.text(st.sampled_from("<>/!-&;\"'= abptdhrli#x1\n"), max_size=200))
def test_whatever_it_is_there_is_an_answer(html: str) -> None:
    found = html_to_markdown(html).markdown
    assert found == "" or found.endswith("\n")
    assert not re.search("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e]", found)
    assert isinstance(bare_words(html), str)
