"""The picture of supersteps is what a delta iteration does."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "make_iteration_picture.py"))


def test_picture_is_up_to_date(script: dict[str, Any]) -> None:
    shown = (DOCS / "guide" / "iterations.svg").read_text(encoding="utf-8")
    assert shown == script["make_picture"](), "run: .venv/bin/python docs/make_iteration_picture.py"


def test_run_of_the_picture_has_worksets_that_shrink_to_nothing(script: dict[str, Any]) -> None:
    changes = script["run"]()
    assert changes[0] == {2: 1, 3: 2, 4: 3, 5: 4, 7: 6, 8: 7}
    assert [len(changed) for changed in changes] == [6, 4, 2, 1, 0]
