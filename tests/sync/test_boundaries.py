"""Whatever is thrown over one item, page, picture, file or source, the others go on."""

from __future__ import annotations

import builtins
import errno
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.sync.desk import TODAY, Desk, feed
from tests.sync.desk import item as json_item
from tests.sync.feeds import item, rss
from tests.sync.web import Answer, WebServer
from vibe_tui.errors import VibeError
from vibe_tui.files import read_regular
from vibe_tui.library.front_matter import read_front_matter
from vibe_tui.library.store import ASSETS, Store
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.origins import Origins
from vibe_tui.sync import attached, import_files, sync
from vibe_tui.sync.feed import json as json_feed
from vibe_tui.sync.feed import read, xml
from vibe_tui.sync.html.page import text_of_page
from vibe_tui.sync.import_files import import_paths
from vibe_tui.sync.incoming import ImportResult
from vibe_tui.sync.place import known
from vibe_tui.sync.sources import visit
from vibe_tui.text import Text


class OwnError(Exception):
    """As a library has them."""


def _made(kind: type[Exception]) -> Exception:
    if issubclass(kind, UnicodeDecodeError):
        return kind("utf-8", b"x", 0, 1, "odd")
    if issubclass(kind, UnicodeEncodeError):
        return kind("utf-8", "x", 0, 1, "odd")
    if issubclass(kind, UnicodeTranslateError):
        return kind("x", 0, 1, "odd")
    if issubclass(kind, ExceptionGroup):
        return kind("odd", [ValueError("x")])
    return kind("odd")


ALL = {
    kind.__name__: _made(kind)
    for kind in (*vars(builtins).values(), OwnError)
    if isinstance(kind, type) and issubclass(kind, Exception) and not issubclass(kind, Warning)
} | {"VibeError": VibeError(Text("坏", "odd"))}
BAD = re.compile(f"x-({'|'.join(ALL)})-x")
TITLES = [f"x-{name}-x" for name in ALL]


def throwing(real: Callable[..., Any]) -> Callable[..., Any]:
    """`real`, which throws the error that what it is given names."""

    def threw(*given: Any, **named: Any) -> Any:
        if found := BAD.search(" ".join(map(str, given[:3]))):
            raise ALL[found[1]]
        return real(*given, **named)

    return threw


def bring(folder: Path, *files: tuple[str, str]) -> ImportResult:
    paths = []
    for name, text in files:
        paths.append(folder / name)
        paths[-1].write_text(text, "utf-8")
    library = folder / "library"
    origins = Origins(StateDatabase.open(folder / "s.db"), library)
    return import_paths(paths, Store(library), origins, today=TODAY)


@pytest.mark.parametrize(
    ("room", "name"),
    [(xml, "_parse"), (read, "incoming_of"), (Store, "add")],
    ids=["reading an entry", "making its text", "writing it"],
)
def test_an_item(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: object, name: str) -> None:
    monkeypatch.setattr(room, name, throwing(getattr(room, name)))
    items = [item(title, title, text=f"文{title}") for title in ("a", *TITLES, "z")]
    result = bring(tmp_path, ("f.xml", rss(*items)))
    assert [one[-1] for one in result.added] == ["a", "z"]
    assert len(result.errors) == len(TITLES)
    assert all(title in one.where for title, one in zip(TITLES, result.errors, strict=True))


def test_an_item_of_a_json_feed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_feed, "_entry", throwing(json_feed._entry))
    items = [json_item(at, title=title) for at, title in enumerate(("a", *TITLES, "z"))]
    result = bring(tmp_path, ("f.json", feed(items).body.decode()))
    assert (len(result.added), len(result.errors)) == (2, len(TITLES))


def test_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_files, "read_front_matter", throwing(read_front_matter))
    files = [(f"{title}.md", f"# {title}\n\n文\n") for title in ("a", *TITLES, "z")]
    result = bring(tmp_path, *files)
    assert (len(result.added), len(result.errors)) == (2, len(TITLES))


def test_a_report_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    titles = ("甲", "乙", "丙")
    bring(tmp_path, ("f.xml", rss(*(item(one, one) for one in titles))))

    def refused(path: Path) -> bytes:
        if "乙" in path.name:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return read_regular(path)

    monkeypatch.setattr(known, "read_regular", refused)
    result = bring(tmp_path, ("f.xml", rss(*(item(one, one, text="新的文字") for one in titles))))
    assert (len(result.updated), len(result.errors)) == (2, 1)
    assert "乙" in result.errors[0].where


def test_a_page(web: WebServer, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attached, "text_of_page", throwing(text_of_page))
    page = Answer(200, f"<article><p>整篇文章在这一页上，{'很长' * 20}。</p></article>".encode())
    items: list[dict[str, object]] = []
    for title in ("a", *TITLES[::4], "z"):
        web.answers[f"/p/{title}"] = page
        items.append(json_item(len(items), title=title, url=web.url(f"/p/{title}")))
    web.answers["/f"] = feed(items)
    desk.add(web.url("/f"), "s", full_text=True)
    result = desk.sync()
    assert (len(result.added), len(result.errors)) == (len(items), len(items) - 2)
    assert sum("整篇".encode() in data for data in desk.files.values()) == 2


def test_a_file_where_the_folder_of_pictures_should_be(web: WebServer, desk: Desk) -> None:
    web.answers["/a.png"] = Answer(200, b"x", {"Content-Type": "image/png"})
    items = [json_item(n, content_html=f"文<img src='{web.url('/a.png')}?{n}'>") for n in range(3)]
    web.answers["/f"] = feed(items)
    desk.add(web.url("/f"), "s", images=True)
    desk.paths.library.mkdir()
    (desk.paths.library / ASSETS).write_text("一")
    result = desk.sync()
    assert (len(result.added), len(result.errors)) == (3, 1)
    assert ASSETS in result.errors[0].where


@pytest.mark.parametrize("name", ["read_reply", "_take", "_read_files"])
def test_a_source(web: WebServer, desk: Desk, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    room = visit if name == "read_reply" else sync._Run
    titles = ["a", *TITLES[::8], "z"]
    for at, title in enumerate(titles):
        web.answers[f"/{title}"] = feed([json_item(at)])
        if name == "_read_files":
            file = desk.paths.library.parent / f"{title}.md"
            file.write_text(f"# {title}\n\n文\n", "utf-8")
            desk.add(file, f"s{at}")
        else:
            desk.add(web.url(f"/{title}"), f"s{at}")
    monkeypatch.setattr(room, name, throwing(getattr(room, name)))
    result = desk.sync()
    assert (len(result.added), len(result.errors)) == (2, len(titles) - 2)


STUMBLES = {
    "an encoding of no text": '<?xml version="1.0" encoding="hex"?>' + rss(item("好"))[21:],
    "an element of geography": rss(item("好") + "<gml:pos>1 2</gml:pos>"),
    "a name that is none": rss(item("好")).replace("<rss ", '<rss xmlns:rdf="http://a&nbsp;b" '),
    "many code blocks": rss(item("好", text="<![CDATA[" + "<pre>" * 1000 + "深]]>")),
    "many formulas": rss(item("好", text="<![CDATA[" + "<math>" * 1000 + "深]]>")),
}


@pytest.mark.parametrize("text", STUMBLES.values(), ids=STUMBLES)
def test_what_a_library_stumbles_over_is_read_all_the_same(tmp_path: Path, text: str) -> None:
    result = bring(tmp_path, ("a.xml", text), ("b.xml", rss(item("后"))))
    assert ([one[-1] for one in result.added], result.errors) == (["好", "后"], ())


@pytest.mark.parametrize("tag", ["pre", "math", "blockquote", "table", "sub", "a"])
def test_a_page_of_very_many_of_one_kind(tmp_path: Path, tag: str) -> None:
    result = bring(tmp_path, ("a.html", f"<title>好</title><{tag}>" * 1000 + "深处"))
    assert (len(result.added), result.errors) == (1, ())
    assert "深处" in next((tmp_path / "library").rglob("*.md")).read_text("utf-8")
