"""Every guarantee that a connector declares has a case that proves it, and the docs' table says the same."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from pyrite.connectors.catalogue import declarations
from pyrite.core.connector.guarantee import NO_GUARANTEE
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source
from tests.whole.contract.conftest import all_cases

UNPROVED = {NO_GUARANTEE}
"""There is nothing to prove where nothing is promised."""


@pytest.mark.parametrize("kind", [Source, Sink])
def test_every_declared_guarantee_has_a_case(kind: type) -> None:
    proved = {(case.connector, case.delivery) for case in all_cases()}
    missing = [
        f"{entry.name} ({connector.__name__}), {way.delivery}"
        for connector, entry in declarations(kind).items()
        for way in entry.ways
        if way.delivery not in UNPROVED and (connector, way.delivery) not in proved
    ]
    assert missing == []


def test_table_of_connectors_is_up_to_date() -> None:
    docs = Path(__file__).resolve().parents[3] / "docs"
    made = runpy.run_path(str(docs / "make_connectors.py"))["page"]()
    page = docs / "guide" / "connectors" / "README.md"
    assert page.read_text(encoding="utf-8") == made, "run: .venv/bin/python docs/make_connectors.py"
