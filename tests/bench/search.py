"""Search per keystroke, building and freshness, beside ripgrep, SQLite FTS5 and tantivy.

Every keystroke of a set of queries drawn from the library is timed: for us with ranking and
passages, for `rg` as the list of files that hold what is typed so far, for the two engines as the
best twenty documents.
"""

from __future__ import annotations

import datetime as dt
import gc
import importlib.util
import random
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from vibe_tui.fold import fold_text
from vibe_tui.library.scan import Library, Scan
from vibe_tui.library.walk import Root
from vibe_tui.search.index import Index
from vibe_tui.search.query import parse_query
from vibe_tui.search.text import Pending
from vibe_tui.state.catalogue import Catalogue

from .beside import measure_beside
from .build_memory import measure_build_memory
from .library import library
from .report import HOME, Report, percentile

TODAY = dt.date(2026, 8, 12)
QUERIES = 40
BUILD_FLOOR, BUILD_WISH = 180_000, 250_000
KEY_BUDGET = {1_000: 1.0, 10_000: 0.5}
_LINE = re.compile(r"[^#|$\n-][^\n]{30,}")


def measure(report: Report) -> None:
    """Rows for 1,000 and 10,000 reports."""
    for count in KEY_BUDGET:
        with tempfile.TemporaryDirectory(dir=HOME) as scratch:
            _measure(report, count, Path(scratch))


def _measure(report: Report, count: int, scratch: Path) -> None:
    folder = library(count)
    coverage = Library([Root(folder)], Catalogue(scratch / "catalogue"), lambda: TODAY)
    scan = coverage.scan()
    files = sorted(folder.rglob("*.md"))
    size = sum(path.stat().st_size for path in files)
    chars = sum(len(path.read_text(encoding="utf-8")) for path in files)
    name = f"{count:,} reports ({chars / 1e6:.1f} M characters)"

    index = Index(scratch / "index")
    first = min(count, 2_000)
    part = sum(len(Path(r.path).read_text(encoding="utf-8")) for r in scan.reports[:first])
    seconds = _timed(lambda: index.update(_entries(coverage, scan, range(first))))
    peers = _peer_builds(scratch, files[:2_000], report) if count == 1_000 else {}
    report.add(
        f"full build, {first:,} reports",
        f"{part / seconds:,.0f} characters/s",
        ", ".join(f"{peer} {speed:,.0f}/s" for peer, (speed, _) in peers.items()),
        "",
        f"≥ {BUILD_FLOOR:,} (wish {BUILD_WISH:,})",
        part / seconds >= BUILD_FLOOR,
    )
    index.update(_entries(coverage, scan, range(first, count - 20)))
    seconds = _timed(lambda: index.update(_entries(coverage, scan, range(count - 20, count))))
    report.add(f"20 new into {count:,}", f"{seconds:.2f} s", "", "", "≤ 2 s", seconds <= 2)
    used = sum(path.stat().st_size for path in index.folder.rglob("*") if path.is_file())
    ratio = used / size
    report.add(
        f"index on disk, {name}", _mb(used), _mb(size), f"{ratio:.2f}", "≤ 2.5", ratio <= 2.5
    )
    measure_build_memory(report, name, folder, scratch / "memory")
    _keystrokes(report, name, KEY_BUDGET[count], folder, index, scan, peers)
    measure_beside(report, name, index, scan, _each)


def _keystrokes(
    report: Report,
    name: str,
    budget: float,
    folder: Path,
    index: Index,
    scan: Scan,
    peers: dict[str, tuple[float, Callable[[str], object]]],
) -> None:
    typed = list(keystrokes(folder))
    index.search(parse_query("的", TODAY), scan.reports)

    def ours(text: str) -> object:
        return index.search(parse_query(text, TODAY, typing=True), scan.reports)

    gc.collect()
    times = _each(ours, typed)
    p50, p95 = percentile(times, 0.5), percentile(times, 0.95)
    said = f"p50 {p50:.1f} ms, p95 {p95:.1f} ms"
    rg = shutil.which("rg")
    if rg:
        sample = typed[:: max(1, len(typed) // 100)]
        theirs = _each(lambda text: _rg(rg, text, folder), sample)
        rg50, rg95 = percentile(theirs, 0.5), percentile(theirs, 0.95)
        report.add(
            f"keystroke, {name}",
            said,
            f"rg -lF: p50 {rg50:.1f} ms, p95 {rg95:.1f} ms",
            f"{p95 / rg95:.2f}",
            f"p95 ≤ {budget} × rg",
            p95 <= budget * rg95,
        )
    else:
        report.add(f"keystroke, {name}", said, "rg is not installed")
    for peer, (_, ask) in peers.items():
        theirs = _each(ask, typed)
        shown = (
            f"{peer}: p50 {percentile(theirs, 0.5):.1f} ms, p95 {percentile(theirs, 0.95):.1f} ms"
        )
        report.add(f"keystroke, {name}", said, shown, f"{p95 / percentile(theirs, 0.95):.2f}")


def keystrokes(folder: Path, queries: int = QUERIES) -> Iterator[str]:
    """What stands in the search box after each key of queries drawn from the library."""
    rng = random.Random(3)
    files = sorted(folder.rglob("*.md"))
    for number in range(queries):
        lines = _LINE.findall(rng.choice(files).read_text(encoding="utf-8"))
        line = rng.choice(lines)
        if number % 4 == 3:
            words = re.findall(r"[A-Za-z][A-Za-z0-9.-]+|\d[\d.,]*%?", line) or ["GRPO"]
            target = " ".join(words[: rng.randint(1, 2)])
        else:
            start = rng.randrange(len(line) - 12)
            target = line[start : start + rng.randint(2, 9)].strip('“”"*$（）()-|： ')
        for end in range(1, len(target) + 1):
            if target[:end].strip():
                yield target[:end]


def _entries(coverage: Library, scan: Scan, span: range) -> Iterator[Pending]:
    for number in span:
        report = scan.reports[number]
        yield Pending(report, coverage.reader(report), report.hash)


def _peer_builds(
    scratch: Path, files: Sequence[Path], report: Report
) -> dict[str, tuple[float, Callable[[str], object]]]:
    texts = [path.read_text(encoding="utf-8") for path in files]
    chars = sum(map(len, texts))
    peers: dict[str, tuple[float, Callable[[str], object]]] = {}
    began = time.perf_counter()
    database = sqlite3.connect(scratch / "fts.db")
    database.execute("create virtual table t using fts5(body, tokenize='trigram')")
    database.executemany("insert into t values (?)", [(text,) for text in texts])
    database.commit()

    def fts(text: str) -> object:
        quoted = '"' + text.replace('"', '""') + '"'
        asked = "select rowid from t where t match ? order by rank limit 20"
        return database.execute(asked, (quoted,)).fetchall()

    peers["FTS5 trigram"] = (chars / (time.perf_counter() - began), fts)
    if importlib.util.find_spec("tantivy"):
        peers["tantivy bigrams"] = _tantivy(scratch / "tantivy", texts)
    else:
        report.add("tantivy", "", "not installed")
    return peers


def _tantivy(folder: Path, texts: Sequence[str]) -> tuple[float, Callable[[str], object]]:
    import tantivy

    folder.mkdir()
    began = time.perf_counter()
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body", tokenizer_name="pairs", index_option="basic")
    schema = builder.build()
    engine = tantivy.Index(schema, str(folder))
    pairs = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.ngram(1, 2, False)).filter(
        tantivy.Filter.lowercase()
    )
    engine.register_tokenizer("pairs", pairs.build())
    writer = engine.writer(200_000_000, 2)
    for text in texts:
        writer.add_document(tantivy.Document(body=fold_text(text)))
    writer.commit()
    writer.wait_merging_threads()
    engine.reload()
    speed = sum(map(len, texts)) / (time.perf_counter() - began)

    def ask(text: str) -> object:
        folded = fold_text(text).strip()
        terms = [folded[i : i + 2] for i in range(max(1, len(folded) - 1))]
        queries = [
            (tantivy.Occur.Must, tantivy.Query.term_query(schema, "body", term)) for term in terms
        ]
        return engine.searcher().search(tantivy.Query.boolean_query(queries), 20)

    return speed, ask


def _rg(rg: str, text: str, folder: Path) -> None:
    command = [rg, "-lF", "--no-messages", "--", text, str(folder)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)


def _each(ask: Callable[[str], object], texts: Sequence[str]) -> list[float]:
    return [_timed(partial(ask, text)) * 1000 for text in texts]


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _mb(size: int) -> str:
    return f"{size / 1e6:.0f} MB"
