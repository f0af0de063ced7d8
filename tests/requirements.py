"""The requirements of pyproject.toml: names, floors and ceilings."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
_RANGE: Final = r"(?:==(?P<exact>\S+)|>=(?P<floor>[\w.]+),<(?P<ceiling>[\w.]+))"
_REQUIREMENT: Final = re.compile(rf"(?P<name>[\w.-]+)(?P<extras>\[[\w,]+\])?{_RANGE}")


class Requirement(NamedTuple):
    """A package with the range of its versions."""

    name: str
    extras: str
    floor: str
    ceiling: str
    """The first version that is not accepted; empty if there is only one version."""


def requirement(text: str) -> Requirement:
    """Parses a requirement. ValueError: it has no floor or no ceiling."""
    match = _REQUIREMENT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text}: expected NAME>=FLOOR,<CEILING")
    return Requirement(match["name"], match["extras"] or "", match["floor"] or match["exact"], match["ceiling"] or "")


def requirements(*, dev: bool) -> list[str]:
    """The requirements of Pyrite and its extras, or those of the extra `dev`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    if dev:
        return list(extras["dev"])
    return [*project["dependencies"], *(text for name, texts in extras.items() if name != "dev" for text in texts)]
