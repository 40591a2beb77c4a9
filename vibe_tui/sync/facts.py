"""What an article says about itself, as front matter.

From the table 项目/内容: title, arXiv id, version, authors, institutions, categories of the paper;
from its list of links: the addresses by what they are; from the line 自动研究时间: when and how the
article was made. All of it stays in the body too. Whatever an article came from, its Markdown is
read.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from vibe_tui.library.metadata import genre_of
from vibe_tui.library.names import column_of
from vibe_tui.model.report import ARXIV_ID, OLD_ARXIV_ID
from vibe_tui.render.blocks import (
    IMAGE_SIGN,
    Block,
    Heading,
    Inline,
    ListBlock,
    Paragraph,
    Quote,
    Role,
    Table,
)
from vibe_tui.render.outline import headings_of
from vibe_tui.render.parse import parse_blocks

RESEARCH_LINE = "自动研究时间"
RESEARCH_PARTS = (RESEARCH_LINE, "来源日期", "研究路径")
"""How the lines begin that tell how an article was made."""

_FACTS = ("项目", "字段", "条目", "信息项", "属性")
_ARXIV = re.compile(rf"(?<![\d.])({ARXIV_ID})(v\d+)?(?!\d)|\b({OLD_ARXIV_ID})(v\d+)?")
_CATEGORY = re.compile(
    r"\b((?:cs|math|stat|eess|econ|q-bio|q-fin|physics|astro-ph|cond-mat|nlin)\.[A-Za-z-]{2,}"
    r"|quant-ph|gr-qc|hep-(?:th|ph|ex|lat)|nucl-(?:th|ex)|math-ph)\b"
)
_COUNT = re.compile(
    r"(?:等|共)[，,（(]?\s*(?:共\s*)?(\d+)\s*(?:位|名|人)|(\d+)\s+authors\b", re.IGNORECASE
)
_OTHERS = re.compile(
    r"[\s，,、；;]*(?:等(?=[\s，,（(\d共]|$)|\bet al\b"
    r"|[（(]?共\s*\d+\s*[位名人]|[（(]\d+\s+authors)"
)
_OUTSIDE_BRACKETS = r"(?![^（）()]{0,80}[）)])"
_RESEARCH = re.compile(
    r"自动研究时间[：:]\s*(?P<at>\d{4}-\d{1,2}-\d{1,2}(?:\s+\d{1,2}:\d{2})?)[^来]*"
    r"(?:来源日期[：:]\s*(?P<date>.*?))?\s*(?:研究路径[：:]\s*(?P<path>.*))?$"
)
_DAY = re.compile(
    r"\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+(\d{1,2})\b"
    r"|(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\s*月\s*(\d{1,2})\s*日"
)
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_NAMED_LINK = re.compile(r"(.*?)[：:]\s*(https?://[!-~]+)\s*$")
_FACTS_WITHIN = 16_000
"""Characters from the start in which an article says what it is about."""
_FIRST = 5
"""Paragraphs at the start of which one may tell how the article was made."""
_LISTED = re.compile(r"\s*(?:[|>]|[-*+]\s|\d+[.)]\s)|  ")
_TELLING = re.compile(rf"{RESEARCH_LINE}|^\|\s*(?:{'|'.join(_FACTS)})\s*\|", re.MULTILINE)


def describe(title: str, markdown: str) -> dict[str, object]:
    """Column, genre, language, paper and research of an article, empty ones left out."""
    start = markdown[:_FACTS_WITHIN]
    if len(start) < len(markdown):
        start = start.rpartition("\n\n")[0]
    blocks = list(_opened(parse_blocks(_facts_in(start)))) if _TELLING.search(start) else []
    headings = [heading.text for heading in headings_of(markdown)]
    paper = _paper(blocks)
    found: dict[str, object] = {
        "column": column_of(title),
        "genre": str(genre_of(title, markdown, headings, has_paper=bool(paper))),
        "lang": main_language(markdown),
        "paper": paper,
        "research": _research(blocks),
    }
    return {key: value for key, value in found.items() if value}


def main_language(text: str) -> str:
    """`zh` or `en`: what most of `text` is written in; nothing for what holds neither."""
    han = len(re.findall(r"[\u3400-\u9fff]", text))
    words = len(re.findall(r"[A-Za-z]+", text))
    return "en" if words > han else "zh" if han else ""


def _facts_in(markdown: str) -> str:
    """`markdown` with a stand-in for paragraphs that can hold none of the facts."""
    if "```" in markdown or "~~~" in markdown:
        return markdown
    parts = markdown.split("\n\n")
    kept = (part if _LISTED.match(part) else "·" for part in parts[_FIRST:])
    return "\n\n".join((*parts[:_FIRST], *(part for part, _ in groupby(kept))))


def _opened(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks that can tell facts, those in quotes too."""
    for block in blocks:
        if isinstance(block, Quote):
            yield from _opened(block.blocks)
        elif isinstance(block, Table | ListBlock | Heading | Paragraph):
            yield block


def _paper(blocks: Sequence[Block]) -> dict[str, object]:
    """The `paper:` of the front matter; empty where the article is about no paper."""
    facts = _table_of_facts(blocks)
    arxiv, version = _arxiv(facts)
    if not arxiv:
        return {}
    authors, count = _authors(_fact(facts, "作者", "论文作者", "Authors"))
    paper: dict[str, object] = {
        "title": _fact(facts, "论文标题", "标题", "题目", "论文", "Title"),
        "arxiv": arxiv,
        "version": version,
        "authors": authors,
        "author_count": count,
        "institutions": _institutions(facts),
        "categories": _categories(facts),
        "links": _links(blocks),
    }
    return {key: value for key, value in paper.items() if value}


def _table_of_facts(blocks: Sequence[Block]) -> dict[str, str]:
    """The rows of the table of facts, name to value; empty where there is none."""
    for block in blocks:
        if (
            isinstance(block, Table)
            and len(block.header) == 2
            and written_line(block.header[0]) in _FACTS
        ):
            return {written_line(name): written_line(value) for name, value in block.rows}
    return {}


def _links(blocks: Sequence[Block]) -> dict[str, str]:
    """The addresses of the paper by what they are, from the first list that is mostly links."""
    for block in blocks:
        items = [_item(item.blocks) for item in block.items] if isinstance(block, ListBlock) else []
        matches = [match for item in items if (match := _NAMED_LINK.fullmatch(item))]
        if len(matches) >= 2 and len(matches) * 2 >= len(items):
            found: dict[str, str] = {}
            for match in matches:
                found.setdefault(_link_kind(match[1], match[2]), match[2])
            return {key: found[key] for key in ("hf", "abs", "pdf", "html", "code") if key in found}
    return {}


def _research(blocks: Sequence[Block]) -> dict[str, object]:
    """The `research:` of the front matter, from the line that tells how the article was made."""
    for block in blocks[:3]:
        words = written_line(block.text) if isinstance(block, Heading | Paragraph) else ""
        match = _RESEARCH.match(words)
        if not match:
            continue
        path = re.split(r"\s*(?:->|→)\s*", (match["path"] or "").strip().rstrip("。."))
        research: dict[str, object] = {
            "at": match["at"],
            "source_date": _source_date(match["date"] or "", match["at"]),
            "path": [step for step in path if step],
        }
        return {key: value for key, value in research.items() if value}
    return {}


def _fact(facts: Mapping[str, str], *names: str) -> str:
    return next((facts[name] for name in names if facts.get(name)), "")


def _arxiv(facts: Mapping[str, str]) -> tuple[str, str]:
    """The id and the newest version that the rows about arXiv name."""
    rows = [
        (name, value)
        for name, value in facts.items()
        if "arxiv" in f"{name} {value}".casefold() or name in {"论文编号", "版本"}
    ]
    number = ""
    versions: list[int] = []
    for name, value in rows:
        match = _ARXIV.search(value)
        if match and not number and "arxiv" in f"{name} {value}".casefold():
            number = match[1] or match[3]
        if "版本" in name or match:
            versions += [int(v) for v in re.findall(r"(?<![A-Za-z0-9.])v(\d{1,2})\b", value)]
            versions += [int(v[1:]) for v in (match[2], match[4]) if v] if match else []
    return number, f"v{max(versions)}" if number and versions else ""


def _authors(value: str) -> tuple[list[str], int]:
    """The names, and how many authors the source counts where it names only some."""
    count = _COUNT.search(value)
    names = _split(_OTHERS.split(value)[0], "[、，；;]", r",\s*(?:and\s+)?|\s+and\s+|\s+/\s+")
    return names, int(count[1] or count[2]) if count else 0


def _institutions(facts: Mapping[str, str]) -> list[str]:
    found: list[str] = []
    for name, value in facts.items():
        if name not in {"机构", "研究机构", "研究团队", "团队", "作者机构", "单位"}:
            continue
        found += _split(value, "[；;]", r"[、，]|\s+/\s+")
    return list(dict.fromkeys(found))


def _split(value: str, surer: str, else_: str) -> list[str]:
    """The parts of `value` between signs outside brackets: the surer ones where there are any."""
    sign = f"(?:{surer}){_OUTSIDE_BRACKETS}"
    if not re.search(sign, value):
        sign = f"(?:{else_}){_OUTSIDE_BRACKETS}"
    return [part.strip() for part in re.split(sign, value) if part.strip()]


def _categories(facts: Mapping[str, str]) -> list[str]:
    for name, value in facts.items():
        if any(word in name for word in ("分类", "类别", "领域", "学科")):
            codes = list(dict.fromkeys(_CATEGORY.findall(value)))
            if codes:
                return codes
    return []


def _link_kind(label: str, url: str) -> str:
    host, _, path = url.partition("://")[2].partition("/")
    host = host.removeprefix("www.")
    if host == "huggingface.co" and path.startswith("papers/"):
        return "hf"
    if host == "arxiv.org":
        return next((kind for kind in ("abs", "pdf", "html") if path.startswith(kind + "/")), "")
    if host in {"github.com", "gitlab.com", "gitee.com", "bitbucket.org"}:
        return "code"
    return "code" if re.search("代码仓库|开源仓库|代码库", label) else ""


def _source_date(text: str, at: str) -> str:
    """The day that the source shows, as an ISO date of the year of the research; or the words."""
    words = text.strip().rstrip("。")
    match = _DAY.search(text)
    if not match:
        return words
    year = int(match[3] or at[:4])
    month = _MONTHS.index(match[1]) + 1 if match[1] else int(match[4] or match[6])
    day = int(match[2] or match[5] or match[7])
    if month == 12 and at[5:7] == "01" and not match[3]:
        year -= 1
    try:
        return dt.date(year, month, day).isoformat()
    except ValueError:
        return words


def _item(blocks: tuple[Block, ...]) -> str:
    """The words of an item, with the address of a link that is all of it behind them."""
    texts = [block.text for block in blocks if isinstance(block, Paragraph)]
    text = texts[0] if texts else ()
    words = written_line(text)
    targets = {atom.look.link for atom in text if atom.look.link}
    if len(targets) == 1 and "://" not in words:
        return f"{words.rstrip('：: ')}：{targets.pop()}"
    return words


def written_line(text: Inline) -> str:
    """The words of a running text on one line, formulas as they are written, without pictures."""
    parts = (f"${one.source}$" if one.look.role is Role.MATH else one.text for one in text)
    kept = (part for part in parts if not part.startswith(IMAGE_SIGN))
    return " ".join("".join(kept).split())
