"""The page of measurements and its chart show the latest results."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "make_measurements.py"))


def test_page_and_chart_are_up_to_date(script: dict[str, Any]) -> None:
    made: dict[str, str] = script["make_files"]()
    stale = [name for name, text in made.items() if (DOCS / name).read_text(encoding="utf-8") != text]
    assert stale == [], "run: .venv/bin/python docs/make_measurements.py"


def test_every_measurement_is_on_the_page(script: dict[str, Any]) -> None:
    rows = [line for line in script["make_page"]().splitlines() if line.startswith("| ") and "---" not in line]
    figures = script["latest_figures"]()
    shared = sum((name, "bytewax") in figures and (name, "pyflink") in figures for name in script["RATES"])
    assert len(rows) == 2 + len(figures) - shared


@pytest.mark.parametrize(
    ("value", "text"),
    [(1_651_845.0, "1,650,000"), (188_362.3, "188,000"), (4.771, "4.77"), (0.123, "0.123"), (22, "22.0")],
)
def test_figures_have_three_digits(script: dict[str, Any], value: float, text: str) -> None:
    assert script["rounded"](value) == text
