"""The picture of a running job: how it is drawn, and that it shows what the progress display shows today."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "make_running_job.py"))


def test_screen_shows_the_last_frame_of_a_live_display(script: dict[str, Any]) -> None:
    screen = script["Screen"]()
    screen.write("alert 1\r\n9 s\r\nrow a")
    screen.write("\r\x1b[2K\x1b[1A\x1b[2Kalert 2\n10 s\nrow b")
    assert screen.lines == ["alert 1", "alert 2", "10 s", "row b"]


def test_drawing_begins_above_the_display(script: dict[str, Any]) -> None:
    svg = script["draw"](
        [
            *(f"alert-{number}" for number in range(9)),
            "job  running  10 s  delay p50 5 ms, p99 9 ms  2 checkpoints, 0 restarts",
            "row",
        ]
    )
    assert (
        "alert-4" not in svg and "alert-5" in svg and "row" in svg and "http" not in svg.replace("www.w3.org", "")[60:]
    )
