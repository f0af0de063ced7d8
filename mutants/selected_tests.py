"""A plugin of pytest: of the collected tests, those in the file that MUTANTS_TESTS names run, in its order.

Ids of tests may have any characters, which the command line does not take.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    ids = Path(os.environ["MUTANTS_TESTS"]).read_text(encoding="utf-8").split("\0")
    places = {test: place for place, test in enumerate(ids)}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in places])
    items[:] = sorted((item for item in items if item.nodeid in places), key=lambda item: places[item.nodeid])
