"""Writes tests/constraints.txt: the versions of all packages that tests install, for all Pythons, with their hashes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FILE: Final = ROOT / "tests" / "constraints.txt"
TITLE: Final = "# The packages of the tests, with their hashes. `make constraints` writes this file.\n\n"
_RESOLVE: Final = "pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes"
_PLAIN: Final = "--no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet"


def main() -> None:
    """Installs the resolver `uv` into a folder of its own, and runs it."""
    folder = ROOT / ".peers" / "uv"
    if not (folder / "bin" / "uv").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", "uv>=0.8,<1"], check=True)
    command = [str(folder / "bin" / "uv"), *_RESOLVE.split(), *_PLAIN.split()]
    resolved = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    FILE.write_text(TITLE + resolved, encoding="utf-8")


if __name__ == "__main__":
    main()
