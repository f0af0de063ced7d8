"""The picture of async I/O is what the operators do."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from pyrite.datastream import AsyncDataStream

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "make_async_picture.py"))


def test_picture_is_up_to_date(script: dict[str, Any]) -> None:
    shown = (DOCS / "guide" / "async_io.svg").read_text(encoding="utf-8")
    assert shown == script["make_picture"](), "run: .venv/bin/python docs/make_async_picture.py"


def test_run_of_the_picture_shows_capacity_order_and_timeout(script: dict[str, Any]) -> None:
    ordered, unordered = (
        script["run"](wait) for wait in (AsyncDataStream.ordered_wait, AsyncDataStream.unordered_wait)
    )
    for run in (ordered, unordered):
        for now_ms in range(script["END_MS"]):
            on_their_way = [call for call in run.calls if call.asked_ms <= now_ms < call.answered_ms]
            assert len(on_their_way) <= script["CAPACITY"]
        assert [call.late for call in run.calls].count(True) == 1
        before, behind = run.calls[: script["MARK_BEHIND"]], run.calls[script["MARK_BEHIND"] :]
        assert max(call.left_ms for call in before) <= run.mark_left_ms <= min(call.left_ms for call in behind)
    left = [call.left_ms for call in ordered.calls]
    assert left == sorted(left)
    assert [call.left_ms for call in unordered.calls][:4] == [40, 20, 28, 30]
