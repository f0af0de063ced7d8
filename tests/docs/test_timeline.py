"""The timelines of the guide are what the run gives, and the run is that of the transcript in the tests of windows."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "make_timeline.py"))


def firings(script: dict[str, Any], lateness_s: int) -> list[str]:
    return [firing for step in script["Run"](lateness_s).steps() for firing in step.firings]


def test_timelines_are_up_to_date(script: dict[str, Any]) -> None:
    made: dict[str, str] = script["make_pictures"]()
    stale = [name for name, text in made.items() if (DOCS / "guide" / name).read_text(encoding="utf-8") != text]
    assert stale == [], "run: .venv/bin/python docs/make_timeline.py"


def test_watermarks_of_the_timeline_are_the_generators(script: dict[str, Any]) -> None:
    steps = [step for step in script["Run"](0).steps() if isinstance(step, script["WatermarkStep"])]
    assert [step.watermark_ms for step in steps[:-1]] == [4_999, 8_999, 14_999, 16_999]


def test_timeline_drops_the_late_record(script: dict[str, Any]) -> None:
    steps = [step for step in script["Run"](0).steps() if isinstance(step, script["RecordStep"])]
    assert [step.time_s for step in steps if step.late] == [6]
    assert firings(script, 0) == ["[0, 10) = 4", "[10, 20) = 8", "[20, 30) = 2"]


def test_timeline_with_lateness_fires_again(script: dict[str, Any]) -> None:
    assert firings(script, 10) == ["[0, 10) = 4", "[0, 10) = 5", "[10, 20) = 8", "[20, 30) = 2"]
