"""The page of metrics is what is declared."""

from __future__ import annotations

import runpy
from pathlib import Path

MAKER = runpy.run_path(str(Path(__file__).resolve().parents[2] / "docs" / "make_metrics.py"))


def test_page_of_metrics_is_up_to_date() -> None:
    actual = MAKER["PAGE"].read_text(encoding="utf-8")
    assert MAKER["page"]() == actual, "run: .venv/bin/python docs/make_metrics.py"
