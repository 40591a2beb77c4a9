"""Where links with awkward targets lead, picked by their letters."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from tests.tui.conftest import Person, sit_down
from tests.tui.library.test_main_screen import notices
from vibe_tui.tui.reader.choices import LETTERS
from vibe_tui.tui.screens import AskScreen

LONG = "https://e.example/" + "a" * 300 + "/end?x=1&y=2#z"
FILLING = "\n\n".join(f"第 {number} 段。" for number in range(60))
HEAD = "---\ntitle: {title}\ndate: {date}\n---\n\n"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the browser was asked to open."""
    targets: list[str] = []
    monkeypatch.setattr("vibe_tui.tui.terminal.programs.needs_terminal", lambda: False)
    monkeypatch.setattr("vibe_tui.tui.terminal.programs.open_in_browser", targets.append)
    return targets


def write(own: Path, link: str) -> None:
    """A report, the newest, with one link; and others for it to lead to."""
    library = own / "library"
    for name, title, text in (
        (
            "2026/2026-08-12-有链接",
            "有链接",
            f"前文 {link} 后文\n\n{FILLING}\n\n## 中文标题\n\n到了。",
        ),
        ("2025/2025-01-01-旧文", "旧文", "旧文在此。"),
        ("2026/a b (1)", "空格名", "空格名在此。"),
        ("2026/第二章", "第二章", f"{FILLING}\n\n## 风险提示\n\n风险在此。"),
    ):
        date = "2026-08-12" if title == "有链接" else "2025-01-01"
        path = library / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(HEAD.format(title=title, date=date) + text + "\n", "utf-8")
    (library / "2026" / "data.csv").write_text("1,2", "utf-8")
    (library / "2026" / "图.png").write_bytes(b"x")


async def follow(person: Person) -> None:
    await person.press("enter", "o", "a")


INSIDE = {
    "![图](第二章.md)": "第 3 段。",
    "[上](../2025/2025-01-01-%E6%97%A7%E6%96%87.md)": "旧文在此。",
    "[上](../2025/2025-01-01-旧文.md)": "旧文在此。",
    "[绕](./../2026/../2025/2025-01-01-旧文.md)": "旧文在此。",
    "[空格](<a b (1).md>)": "空格名在此。",
    "[编码](a%20b%20(1).md)": "空格名在此。",
    "[中文名](第二章.md#风险提示)": "风险在此。",
    "[中文名](%E7%AC%AC%E4%BA%8C%E7%AB%A0.md#%E9%A3%8E%E9%99%A9%E6%8F%90%E7%A4%BA)": "风险在此。",
    "[锚](#中文标题)": "到了。",
    "[锚](#%E4%B8%AD%E6%96%87%E6%A0%87%E9%A2%98)": "到了。",
}
OUTSIDE = {
    "见https://e.example/abs/2608.03573。后文": "https://e.example/abs/2608.03573",
    "（https://e.example/a）": "https://e.example/a",
    "www.example.org，": "http://www.example.org",
    "a@e.example！": "mailto:a@e.example",
    "<https://e.example/路径?名=值>": "https://e.example/路径?名=值",
    "[指数](https://e.example/wiki/Index_(finance))": "https://e.example/wiki/Index_(finance)",
    "**[粗](HTTPS://e.example/b)**": "HTTPS://e.example/b",
}


async def test_links_inside_lead_and_can_be_left(own: Path, opened: list[str]) -> None:
    write(own, "\n\n".join(INSIDE))
    async with sit_down(own) as person:
        await person.press("enter")
        before = person.text
        for letter, (link, words) in zip(LETTERS, INSIDE.items(), strict=False):
            await person.press("o", letter)
            assert words in person.text, link
            assert person.app.screen is person.main
            await person.press("H")
            assert person.text == before, link
        assert opened == []


async def test_links_outside_open_as_they_are_written(own: Path, opened: list[str]) -> None:
    write(own, "\n\n".join(OUTSIDE))
    async with sit_down(own) as person:
        await person.press("enter")
        for letter in LETTERS[: len(OUTSIDE)]:
            await person.press("o", letter)
        assert opened == [*OUTSIDE.values()]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
async def test_a_target_too_long_for_the_list_is_shown_whole_first(
    own: Path, opened: list[str], size: tuple[int, int]
) -> None:
    write(own, f"[长]({LONG})")
    async with sit_down(own, size=size) as person:
        await follow(person)
        assert opened == []
        assert isinstance(person.app.screen, AskScreen)
        assert str(person.app.screen.query_one("#subject", Static).render()) == LONG
        box, choices = person.app.screen.query_one("#box"), person.app.screen.query_one("#choices")
        assert box.region.contains_region(choices.region)
        assert person.app.screen.region.contains_region(box.region)
        await person.press("end", "enter")
        assert opened == [LONG]


REFUSED = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "file:///etc/hosts",
    "data:text/html,x",
    "ssh://-oX",
    "smb://h/x",
    "ftp://e.example/x",
    "tel:123",
    "//e.example/x",
)
NOWHERE = {
    "[缺](缺失.md#x)": "缺失.md#x 不是文库里的报告",
    "[空](a%00b.md)": "a␀b.md 不是文库里的报告",
    f"[长]({'x' * 300}.md)": f"{'x' * 300}.md 不是文库里的报告",
    "[表](data.csv)": "data.csv 不是文库里的报告",
    "[目录](../2025/)": "../2025/ 不是文库里的报告",
    "[根](/报告/(甲)-乙)": "/报告/(甲)-乙 不是文库里的报告",
    "[外](../../../../etc/passwd)": "../../../../etc/passwd 不是文库里的报告",
    "[锚](#没有)": "这篇报告里没有 #没有",
    "![图](图.png)": "图.png 是图片：设置 images = true 才显示",
}


async def test_other_schemes_are_shown_and_never_opened(own: Path, opened: list[str]) -> None:
    write(own, "\n\n".join(f"[点]({target})" for target in REFUSED))
    async with sit_down(own) as person:
        await person.press("enter")
        for letter, target in zip(LETTERS, REFUSED, strict=False):
            await person.press("o", letter)
            assert isinstance(person.app.screen, AskScreen)
            assert str(person.app.screen.query_one("#subject", Static).render()) == target
            await person.press("enter", "escape")
        assert opened == []


async def test_a_link_to_nowhere_says_so(own: Path, opened: list[str]) -> None:
    write(own, "\n\n".join(NOWHERE))
    async with sit_down(own) as person:
        await person.press("enter")
        for letter, words in zip(LETTERS, NOWHERE.values(), strict=False):
            await person.press("o", letter)
            assert notices(person)[-1] == words
        assert opened == []


async def test_a_target_is_copied_by_letter(own: Path) -> None:
    write(own, f"[长]({LONG})")
    async with sit_down(own) as person:
        await person.press("enter")
        view = person.main.pane.view
        row = next(y for y, line in enumerate(person.text.split("\n")) if "前文 长" in line)
        await person.pilot.click(view, offset=(view.size.width - 4, row))
        await person.press("y", "a")
        assert person.app.clipboard == LONG
