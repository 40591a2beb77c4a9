"""Settings: what is right is taken, what is wrong is named with its line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from vibe_tui.config import SAMPLE, SETTINGS, Config, load_config, locale_language
from vibe_tui.model.section import LENSES, SectionKind
from vibe_tui.text import Language


def write(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "config.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert load_config(tmp_path / "none.toml", {}) == (Config(), ())


def test_the_sample_is_the_defaults(tmp_path: Path) -> None:
    assert load_config(write(tmp_path, SAMPLE), {}) == (Config(), ())


def test_every_setting_is_in_the_sample() -> None:
    assert all(f"{name} =" in SAMPLE or f"[{name}]" in SAMPLE for name in tomllib.loads(SAMPLE))
    for name in SETTINGS:
        assert f"{name} =" in SAMPLE or f"[{name}]" in SAMPLE


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        pytest.param({}, "zh", id="no locale"),
        pytest.param({"LANG": "C"}, "zh", id="C"),
        pytest.param({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, "zh", id="LC_ALL wins"),
        pytest.param({"LANG": "en_US.UTF-8"}, "en", id="English"),
        pytest.param({"LC_MESSAGES": "en_GB", "LANG": "zh_CN.UTF-8"}, "en", id="messages"),
        pytest.param({"LC_ALL": "", "LANG": "en"}, "en", id="an empty one does not count"),
        pytest.param({"LANG": "eng_odd"}, "zh", id="not quite English"),
    ],
)
def test_language_of_the_locale(environ: dict[str, str], language: Language) -> None:
    assert locale_language(environ) == language


def test_the_file_wins_over_the_locale_and_the_option_over_both(tmp_path: Path) -> None:
    path = write(tmp_path, 'language = "zh"')
    assert load_config(path, {"LANG": "en_US"})[0].language == "zh"
    assert load_config(path, {}, "en")[0].language == "en"


def test_own_lenses_stand_beside_those_that_ship(tmp_path: Path) -> None:
    config, problems = load_config(
        write(
            tmp_path,
            '[[lenses]]\nid = "risks"\nname = "风险"\nkinds = ["limitations", "impact"]\n'
            '[[lenses]]\nid = "summary"\nname = {zh = "要点", en = "Points"}\n'
            'kinds = ["takeaways"]\n',
        ),
        {},
    )
    assert not problems
    assert [lens.id for lens in config.lenses] == [*(lens.id for lens in LENSES), "risks"]
    risks, summary = config.lens("risks"), config.lens("summary")
    assert risks is not None
    assert summary is not None
    assert risks.kinds == {SectionKind.LIMITATIONS, SectionKind.IMPACT}
    assert (summary.name.zh, summary.name.en) == ("要点", "Points")


def test_own_topics_replace_the_list(tmp_path: Path) -> None:
    text = '[[topics]]\nid = "law"\nname = "法律"\nkeywords = ["判决", "合同"]\n'
    config, problems = load_config(write(tmp_path, text), {})
    assert not problems
    assert [(topic.id, topic.name.zh) for topic in config.topics] == [("law", "法律")]
    assert config.keywords == {"law": ("判决", "合同")}


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        pytest.param("mouse = 1", 1, "mouse", id="no flag"),
        pytest.param("read_after = -1", 1, "read_after", id="less than nothing"),
        pytest.param("\ntext_width = 5", 2, "text_width", id="too narrow"),
        pytest.param("text_width = true", 1, "text_width", id="a flag is no number"),
        pytest.param('language = "fr"', 1, "language", id="unknown language"),
        pytest.param("language = ['en']", 1, "language", id="a list is no language"),
        pytest.param("# x\nfolded = 'shut'", 2, "folded", id="unknown choice"),
        pytest.param("theme = 3", 1, "theme", id="no theme name"),
        pytest.param("colour = 'red'", 1, "colour", id="unknown setting"),
        pytest.param("keys = 'x'", 1, "keys", id="keys no table"),
        pytest.param("[keys]\nquit = 3", 2, "quit", id="no key"),
        pytest.param("lenses = 3", 1, "lenses", id="lenses no list"),
        pytest.param('[[lenses]]\nname = "x"', 1, "id", id="a lens without id"),
        pytest.param('[[lenses]]\nid = "a"', 1, "kinds", id="a lens without kinds"),
        pytest.param('[[lenses]]\nid="a"\nkinds=["risk"]', 3, "kinds", id="unknown kind"),
        pytest.param('[[lenses]]\nid="a"\nkinds="risk"', 3, "kinds", id="kinds no list"),
        pytest.param('[[lenses]]\nid="a"\nkinds=["impact"]\nkey=3', 4, "key", id="lens key"),
        pytest.param('[[topics]]\nid="a"\nkeywords=3', 3, "keywords", id="keywords no list"),
    ],
)
def test_a_wrong_value_is_named_and_the_default_stands(
    tmp_path: Path, text: str, line: int, word: str
) -> None:
    path = write(tmp_path, text)
    config, problems = load_config(path, {})
    assert [problem.where for problem in problems] == [f"{path}:{line}"]
    assert word in problems[0].message.zh
    assert word in problems[0].message.en
    assert (config.text_width, config.language, config.mouse) == (88, "zh", True)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"a = [", id="no TOML"),
        pytest.param(b"a = '\xff\xfe'", id="not UTF-8"),
        pytest.param(b"mouse = true\nmouse = true", id="twice"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_problem(tmp_path: Path, data: bytes) -> None:
    config, problems = load_config(write(tmp_path, data), {"LANG": "en_US"})
    assert config == Config(language="en")
    assert len(problems) == 1


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    config, problems = load_config(write(tmp_path, b"\xef\xbb\xbfmouse = false"), {})
    assert (config.mouse, problems) == (False, ())


def test_a_folder_in_place_of_the_file_is_one_problem(tmp_path: Path) -> None:
    assert len(load_config(tmp_path, {})[1]) == 1


def test_unknown_settings_are_named_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    names = [f"setting{number}" for number in range(9, 0, -1)]
    path.write_text("\n".join(f"{name} = 1" for name in names), "utf-8")
    _, problems = load_config(path, {})
    assert [problem.where for problem in problems] == [f"{path}:{line}" for line in range(1, 10)]
