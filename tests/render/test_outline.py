"""The outline agrees with the full parser about what stands on its own in a report."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from markdown_it.token import Token

from tests.render.soup import SOUP
from vibe_tui.render.document import references_in
from vibe_tui.render.outline import BlockKind, _Scanner, headings_of, outline
from vibe_tui.render.rules import environment, markdown_parser

CERTAIN = {
    "heading_open": BlockKind.HEADING,
    "fence": BlockKind.CODE,
    "code_block": BlockKind.CODE,
    "table_open": BlockKind.TABLE,
    "math_block": BlockKind.FORMULA,
    "hr": BlockKind.RULE,
}
Found = list[tuple[BlockKind, int, int, str]]


def without_blank_end(lines: list[str], first: int, stop: int) -> int:
    while stop > first and (stop > len(lines) or not lines[stop - 1].strip()):
        stop -= 1
    return stop


def parsed(text: str) -> tuple[Found, dict[str, str]]:
    env = environment()
    tokens: list[Token] = []
    md = markdown_parser()
    md.block.parse(text, md, env, tokens)
    found: Found = []
    for index, token in enumerate(tokens):
        kind = CERTAIN.get(token.type)
        if kind is None or token.level or token.map is None:
            continue
        words = tokens[index + 1].content.split("\n") if kind is BlockKind.HEADING else []
        first, stop = token.map
        stop = without_blank_end(text.split("\n"), first, stop)
        found.append((kind, first, stop, " ".join(word.strip() for word in words)))
    return found, {label: link["href"] for label, link in env["references"].items()}


def outlined(text: str) -> tuple[Found, dict[str, str]]:
    made = outline(text)
    lines = text.split("\n")
    found = [
        (mark.kind, mark.first, without_blank_end(lines, mark.first, mark.stop), mark.text)
        for mark in made.blocks
        if mark.kind in CERTAIN.values()
    ]
    return found, {label: link["href"] for label, link in made.references.links.items()}


@settings(max_examples=600)
@given(SOUP)
@example("text [^1]\n: def\n\n# h\n: def")
@example("[^1]: note\n\n: def\n\n# h")
@example("[^1]: note\n\n    # h\n\n# h")
@example("[^1]: note\n# h\n\n[^2]: note\n\n\n# h")
@example("a\n: b\n\n```\n\n: c\n# d\n```")
@example("a\n: b\n\n---\n: c")
def test_outline_agrees_with_the_parser(text: str) -> None:
    assert outlined(text) == parsed(text)


@settings(max_examples=600)
@given(SOUP)
@example("text [^1]\n: def\n\n# h\n: def")
@example("a\n: b\n\n```\n\n: c\n# d\n```")
def test_headings_alone_are_those_of_the_outline(text: str) -> None:
    assert headings_of(text) == outline(text).headings


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        pytest.param("# 甲\n\n## 乙 ##\n", [(1, "甲"), (2, "乙")], id="atx"),
        pytest.param("甲\n===\n乙\n---\n", [(1, "甲"), (2, "乙")], id="setext"),
        pytest.param("```\n# no\n```\n# yes", [(1, "yes")], id="fence"),
        pytest.param("~~~\n# no", [], id="open-fence"),
        pytest.param("```\n    ```\n# no\n```\n\n# yes", [(1, "yes")], id="set-in-fence"),
        pytest.param("$$\n`a`\n# no\n$$\n\n# yes", [(1, "yes")], id="code-in-formula"),
        pytest.param("<!--\n# no\n-->\n\n# yes", [(1, "yes")], id="comment"),
        pytest.param("- # no\n  # no\n# yes", [(1, "yes")], id="list"),
        pytest.param("> # no\n# yes", [(1, "yes")], id="quote"),
        pytest.param("$$\na\n# b\n$$\n# yes", [(1, "yes")], id="formula"),
        pytest.param(
            "## 参见 [[/甲.md]] 与 [b]粗[/b]", [(2, "参见 [[/甲.md]] 与 [b]粗[/b]")], id="md-15"
        ),
        pytest.param("| # a | b |\n|---|---|\n# yes", [(1, "yes")], id="table"),
        pytest.param("# 甲\r\n\r\n正文\r\n", [(1, "甲")], id="crlf"),
    ],
)
def test_headings(text: str, headings: list[tuple[int, str]]) -> None:
    assert [(mark.level, mark.text) for mark in outline(text).headings] == headings
    assert headings_of(text) == outline(text).headings


def test_what_is_defined_anywhere_is_known() -> None:
    found = outline("[a]: /u 'T'\n\n> [b]: /v\n\n- x\n\n  [c]: /w\n\n[^n]: note\n").references
    assert found.links == {
        "A": {"href": "/u", "title": "T"},
        "B": {"href": "/v", "title": ""},
        "C": {"href": "/w", "title": ""},
    }
    assert found.notes == {"n"}


def test_the_first_definition_of_a_label_counts() -> None:
    assert outline("[a]: /u\n\n[A]: /v\n").references.links["A"]["href"] == "/u"
    assert references_in(["[a]: /u", "x", "[A]: /v"]).links["A"]["href"] == "/u"


def test_tens_of_thousands_of_definitions_are_known_at_once() -> None:
    text = "\n\n".join(f"[a{number}]: /{number}" for number in range(30_000))
    assert len(outline(text).references.links) == 30_000


def test_items_of_a_list_are_marked_one_by_one() -> None:
    kinds = [mark.kind for mark in outline("- a\n- b\n\n  c\n- d\n\ntext").blocks]
    assert kinds == [BlockKind.LIST, BlockKind.ITEM, BlockKind.ITEM, BlockKind.TEXT]


def test_notes_of_one_line_need_no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(self: _Scanner, number: int) -> int:
        raise AssertionError(self.lines[number])

    monkeypatch.setattr(_Scanner, "_read", read)
    notes = "".join(f"[^{number}]: 注 *{number}*，见 https://e.example\n\n" for number in range(99))
    found = outline(f"正文[^1]。\n\n{notes}")
    assert (len(found.blocks), len(found.references.notes)) == (100, 99)
