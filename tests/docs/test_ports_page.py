"""The page of ports is what is declared."""

from __future__ import annotations

import runpy
from pathlib import Path

MAKER = runpy.run_path(str(Path(__file__).resolve().parents[2] / "docs" / "make_ports.py"))


def test_page_of_ports_is_up_to_date() -> None:
    actual = MAKER["PAGE"].read_text(encoding="utf-8")
    assert MAKER["page"]() == actual, "run: .venv/bin/python docs/make_ports.py"
