"""What all tests share."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import settings

from tests.schedule import Schedule, longest_units, sort_by_duration

# JVMs live for seconds here: they compile little, and take their classes from an archive if `make test` has made it.
_QUICK = f"-XX:SharedArchiveFile={sys.prefix}/spark.jsa -Xlog:disable -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
os.environ.setdefault("SPARK_SUBMIT_OPTS", _QUICK)
os.environ.setdefault("SPARK_DAEMON_JAVA_OPTS", _QUICK)

os.environ["PYRITE_CONF_DIR"] = str(Path(__file__).parent)  # which has no config.yaml: the user's own does not count
os.environ.pop("PYRITE_PROPERTIES", None)

# A shell ignores SIGINT for what it starts in the background, and processes that tests start inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("pyrite", deadline=None)  # a busy machine is not a failure
settings.load_profile("pyrite")

_SERVERS: Final = frozenset({"broker", "hdfs", "moto", "node", "registry", "s3", "server", "spark"})
"""Fixtures that start a process which others share."""
_LONG_S: Final = 60.0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not _SERVERS.isdisjoint(_fixtures(item)):
            item.add_marker("server")
    sort_by_duration(items)


def _fixtures(item: pytest.Item) -> list[str]:
    """The fixtures of a test, with those that it names as a parameter: the store of a test may be `s3`."""
    return [*getattr(item, "fixturenames", ()), *item.name.partition("[")[2].rstrip("]").split("-")]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Schedule:
    return Schedule(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """CI has every server: a test that is skipped there hides something."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says what took longest, if it took long, and in the last line what was not tried."""
    reports = [report for group in terminalreporter.stats.values() for report in group if hasattr(report, "duration")]
    if sum(report.duration for report in reports) > _LONG_S:
        terminalreporter.write_line("\n".join(["longest:", *longest_units(reports)]))
    skipped = terminalreporter.getreports("skipped")
    reasons = {str(report.longrepr[2]) for report in skipped if isinstance(report.longrepr, tuple)}
    if reasons:
        terminalreporter.write_line(f"{len(skipped)} tests were skipped: {'; '.join(sorted(reasons))}")
