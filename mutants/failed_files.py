"""A plugin of pytest: the files in which a test fails are listed in the file that MUTANTS_FAILED names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        with Path(os.environ["MUTANTS_FAILED"]).open("a", encoding="utf-8") as file:
            file.write(f"{report.nodeid.partition('::')[0]}\n")
