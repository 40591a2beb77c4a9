"""Where `vibe` keeps its files, by the conventions of the platform. Creates no folder."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

import platformdirs

APP = "vibe-research-reader"


@dataclass(frozen=True, slots=True)
class Paths:
    """The files and folders of one user.

    `library` is the user's own; `bundled` holds the reports that ship with the package;
    `explicit` tells that the library was named, which leaves the bundled reports out.
    """

    config: Path
    sources: Path
    library: Path
    bundled: Path
    state: Path
    cache: Path
    explicit: bool = False

    @property
    def lock(self) -> Path:
        """The file whose lock is held by whoever writes into the library."""
        return self.state.parent / "locks" / f"{short_digest(str(self.library.resolve()))}.lock"


def short_digest(name: str) -> str:
    """A short name for a file that belongs to what `name` stands for."""
    data = name.encode("utf-8", "surrogateescape")
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def bundled_content() -> Path:
    """The reports that ship with the package: inside it when installed, beside it in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "content"
    return inside if inside.is_dir() else package.parent / "content"


def find_paths(
    environ: Mapping[str, str], *, library: Path | None = None, config: Path | None = None
) -> Paths:
    """The paths for this user; `library` and `config` override the defaults.

    `VIBE_LIBRARY` in `environ` names the library too; the argument wins.
    """
    named = library or (Path(environ["VIBE_LIBRARY"]) if environ.get("VIBE_LIBRARY") else None)
    config_file = _expanded(config or platformdirs.user_config_path(APP) / "config.toml")
    data = platformdirs.user_data_path(APP)
    return Paths(
        config=config_file,
        sources=config_file.parent / "sources.toml",
        library=_expanded(named) if named else data / "library",
        bundled=bundled_content(),
        state=data / "state.db",
        cache=platformdirs.user_cache_path(APP),
        explicit=named is not None,
    )


def _expanded(path: Path) -> Path:
    """`path` with `~` put in full; as it is where nobody has that home."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def short_path(where: str, *, whole: bool) -> str:
    """What a path is shown as: below the home folder from `~` on, or its last part alone."""
    path = PurePath(where)
    if not path.is_absolute():
        return where
    if not whole:
        return path.name
    home = Path.home()
    return str("~" / path.relative_to(home)) if path.is_relative_to(home) else where
