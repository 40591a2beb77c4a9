"""Line breaking: nothing lost, nothing too wide, Chinese marks where they belong."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Atom, Inline, Line, Look, Role, plain_inline
from vibe_tui.render.parse import parse_inline
from vibe_tui.render.wrap import wrap

PLAIN = Look()
CLOSING = "，。；：！？、）》」』”’…"
OPENING = "（《「『“‘"
# fmt: off
PIECES = st.sampled_from((
    "汉", "字", "模型", "收入", "，", "。", "；", "：", "？", "、", "（", "）", "“", "”",
    "《", "》", "…", "——", "a", "word", "Transformer", "v2", "24.9%", "31.2", "ms", "7B", "$100",
    "https://arxiv.org/abs/2608.03573", "a_long_identifier_name", "(", ")", "[", "]",
    "don’t", "カー", "한국", "👍🏽", "⚠️", "\u0301", "\u200d", "×", "≤", "%", "‰",
))
# fmt: on
TEXT = st.lists(st.one_of(PIECES, st.just(" ")), max_size=60).map("".join)


def atoms(text: str) -> Inline:
    return (Atom(text, PLAIN),)


def texts(text: str, width: int) -> list[str]:
    return [line.text for line in wrap(atoms(text), width)]


def widest_cluster(lines: list[Line]) -> int:
    return max(line.width for line in lines)


@given(TEXT, st.integers(2, 60))
def test_no_line_is_wider_than_asked(text: str, width: int) -> None:
    assert widest_cluster(wrap(atoms(text), width)) <= width


@given(TEXT, st.integers(1, 60))
def test_lines_give_back_every_character_but_blanks_at_breaks(text: str, width: int) -> None:
    lines = wrap(atoms(text), width)
    assert "".join("".join(line.text.split(" ")) for line in lines) == text.replace(" ", "")
    end = 0
    for line in lines:
        for run in line.runs:
            assert text[run.at : run.at + len(run.text)] == run.text
            assert not text[end : run.at].strip(" ")
            end = run.at + len(run.text)


@given(TEXT, TEXT, TEXT, st.integers(1, 60))
def test_looks_do_not_change_breaks(one: str, two: str, three: str, width: int) -> None:
    looks = (PLAIN, Look(bold=True), Look(Role.LINK, link="https://e.example"))
    parts = tuple(Atom(text, look) for text, look in zip((one, two, three), looks, strict=True))
    together = [line.text for line in wrap(atoms(one + two + three), width)]
    assert [line.text for line in wrap(parts, width)] == together


WORDS = st.sampled_from(
    ["模型", "收", "更新范数", "Agent", "RL", "24.9%", "31.2", "7B", "GPT-4o", "一"]
)
CLAUSES = st.lists(
    st.tuples(
        st.sampled_from(["", "", "（", "“", "《", "「", "“《"]),
        WORDS,
        st.sampled_from(["", "", "，", "。", "）", "”", "》。", "）”", "……", "：“", "、"]),
        st.sampled_from(["", "", " "]),
    ).map("".join),
    max_size=40,
).map("".join)


@given(CLAUSES, st.integers(16, 60))
def test_no_line_starts_with_a_closing_or_ends_with_an_opening_mark(text: str, width: int) -> None:
    for above, below in pairwise(texts(text, width)):
        assert below[0] not in CLOSING
        assert above[-1] not in OPENING


@pytest.mark.parametrize("mark", "．｡､〙〛・‥‼⁇»›〉｣﹂︶﹞⟩゠〻ｰｯ℉°⸺⁉")
def test_no_line_begins_with_a_mark_that_closes(mark: str) -> None:
    for width in range(6, 30):
        for line in texts(f"这里有若干字的句子{mark}后文继续写下去" * 3, width):
            assert line[0] != mark


@pytest.mark.parametrize("mark", "〘〚«‹〈｢﹁︵﹝⟨„￦〝£")
def test_no_line_ends_with_a_mark_that_opens(mark: str) -> None:
    for width in range(6, 30):
        for line in texts(f"这里有若干字的句子{mark}后文继续写下去" * 3, width):
            assert line[-1] != mark


@pytest.mark.parametrize("marks", ["“？”", "《……》", "“！", "（——", "『。』"])
def test_a_mark_that_opens_stays_with_one_that_closes(marks: str) -> None:
    for width in range(10, 30):
        lines = texts(f"这里有若干字的句子——{marks}后文继续写下去" * 3, width)
        assert all(line[0] not in CLOSING and line[-1] not in OPENING for line in lines)


SENTENCE = "附件 index 并非目录，而是可检索的库。“结论”（附表）「注」见《年报》。"


@pytest.mark.parametrize("width", range(6, 41))
def test_marks_stay_with_their_words(width: int) -> None:
    lines = texts(SENTENCE, width)
    assert all(line[0] not in CLOSING for line in lines)
    assert all(line[-1] not in OPENING for line in lines)
    assert any("index" in line for line in lines)


@pytest.mark.parametrize("width", range(1, 61))
def test_mixed_text_is_whole_at_every_width(width: int) -> None:
    text = "收入同比增长2380万元Quantity框架" * 20
    assert "".join(texts(text, width)) == text


@pytest.mark.parametrize(
    "whole",
    [
        "24.9%",
        "31.2 ms",
        "7B",
        "5 %",
        "8 张",
        "14.7 万篇",
        "23.1 个百分点",
        "don’t",
        "GPT-4o",
        "A股",
        "第 2",
        "第 17 名",
        "图 3",
    ],
)
def test_numbers_stay_with_units_and_words_stay_whole(whole: str) -> None:
    for width in range(16, 40):
        lines = texts(f"这里的数值经过多次测量以后得到的是{whole}，与此前一致。", width)
        assert any(whole in line for line in lines) or whole == "A股"


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("见 https://arxiv.org/abs/2608.03573", 21, ["见 https://arxiv.org/", "abs/2608.03573"]),
        ("snake_case_identifier", 12, ["snake_case_", "identifier"]),
        ("camelCaseIdentifierName", 12, ["camelCase", "Identifier", "Name"]),
        ("Self-Rewarding", 12, ["Self-", "Rewarding"]),
    ],
)
def test_long_words_break_at_sensible_points(text: str, width: int, expected: list[str]) -> None:
    assert texts(text, width) == expected


def test_a_word_longer_than_the_line_begins_on_the_line_before_it() -> None:
    lines = texts("详见 https://arxiv.org/abs/2608.03573v2/some/long/path", 30)
    assert lines[0].startswith("详见 https://")


def test_glued_text_is_not_broken() -> None:
    formula = Atom("a + b = c", Look(Role.MATH), "a+b=c", glued=True)
    for width in range(12, 30):
        lines = wrap((Atom("设有如下的等式成立", PLAIN), formula, Atom("。", PLAIN)), width)
        assert any("a + b = c。" in line.text for line in lines)


def test_a_note_mark_stays_with_what_it_follows() -> None:
    mark = Atom("[12]", Look(Role.LINK, link="#fn-12"), glued=True)
    lines = wrap((Atom("甲乙丙丁", PLAIN), mark, Atom("戊己", PLAIN)), 9)
    assert [line.text for line in lines] == ["甲乙丙", "丁[12]戊", "己"]


def test_hard_breaks_and_prefixes() -> None:
    parts = (Atom("甲乙丙", PLAIN), Atom("\n", PLAIN), Atom("丁", PLAIN))
    lines = wrap(parts, 6, first="• ", rest="  ", at=10)
    assert [line.text for line in lines] == ["• 甲乙", "  丙", "  丁"]
    assert [line.runs[-1].at for line in lines] == [10, 12, 14]


def test_a_narrow_first_line_may_stay_empty() -> None:
    lines = wrap(atoms("Transformer"), 12, first="      ")
    assert [line.text for line in lines] == ["      ", "Transformer"]


def test_pangu_sets_han_and_latin_apart_without_new_characters() -> None:
    parts = (Atom("用7B模型", PLAIN), Atom("GPT", Look(bold=True)), Atom("训练", PLAIN))
    (line,) = wrap(parts, 40, pangu=True)
    assert line.text == "用 7B 模型 GPT 训练"
    assert "".join(run.text for run in line.runs if run.at >= 0) == "用7B模型GPT训练"
    assert [run.at for run in line.runs if run.text == " "] == [-1] * 4


@pytest.mark.parametrize(
    "text", ["汉" * 5000, "a" * 5000, "👍🏽" * 300, "甲" + "\u0301" * 300, "（" * 400, "，" * 400]
)
def test_text_without_spaces_stays_on_the_page(text: str) -> None:
    lines = wrap(atoms(text), 40)
    assert "".join(line.text for line in lines) == text
    assert all(line.width <= 40 for line in lines)


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("架构一", 4, ["架构", "一"]),
        ("这是全局内存往返。", 16, ["这是全局内存", "往返。"]),
        ("复杂残差连接流程的架构", 20, ["复杂残差连接流程的", "架构"]),
        ("它用了整整 24 小时吗", 18, ["它用了整整 24 小时", "吗"]),
        ("结果见第二章表二：好", 18, ["结果见第二章表二：", "好"]),
    ],
    ids=["too few above", "one and a mark", "one", "a unit stays", "a mark stays"],
)
def test_no_character_is_left_alone_on_the_last_line(
    text: str, width: int, lines: list[str]
) -> None:
    assert texts(text, width) == lines


def test_numbers_with_a_point_are_not_cut_in_addresses() -> None:
    address = "https://huggingface.co/papers/2607.24653"
    assert texts(address, 37) == ["https://huggingface.co/papers/", "2607.24653"]


def test_what_a_joiner_holds_keeps_one_look() -> None:
    text = parse_inline("甲\u200da@b.example 乙 https://e.example/\u200d，丙")
    assert sum(cell_width(atom.text) for atom in text) == cell_width(plain_inline(text))
