"""The picture of a changelog is what the query does."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_picture_of_a_changelog_is_up_to_date() -> None:
    shown = (DOCS / "guide" / "sql" / "changelog.svg").read_text(encoding="utf-8")
    script = runpy.run_path(str(DOCS / "make_changelog_picture.py"))
    assert shown == script["make_picture"](), "run: .venv/bin/python docs/make_changelog_picture.py"
