"""Options of watermarks are checked as Flink checks them, and become a strategy."""

from __future__ import annotations

import pytest

from pyrite.connectors.table_factories import table_factory
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.scan_watermarks import scan_strategy
from pyrite.core.connector.table import TableContext, ValidationException
from pyrite.core.types import IntType, ObjectIdentifier, RowType

FILES = {"connector": "filesystem", "path": "/nowhere", "format": "json"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scan.watermark.emit.strategy": "sometimes"}, "Invalid value for option 'scan.watermark.emit.strategy'."),
        ({"scan.watermark.idle-timeout": "soon"}, "Invalid value for option 'scan.watermark.idle-timeout'."),
        ({"scan.watermark.alignment.group": "g"}, "must be set when configuring watermark alignment"),
        ({"scan.watermark.alignment.update-interval": "1 s"}, "Error configuring watermark for 'filesystem'"),
    ],
)
def test_wrong_option_is_refused(options: dict[str, str], message: str) -> None:
    context = TableContext(ObjectIdentifier("c", "d", "t"), RowType.of([IntType()], ["a"]), {**FILES, **options})
    with pytest.raises(ValidationException, match=message):
        table_factory("filesystem").describe_source(context)


def test_idle_timeout_is_that_of_the_table_or_of_the_session() -> None:
    session = Configuration({"table.exec.source.idle-timeout": "5 s"})
    assert scan_strategy(Configuration(), Configuration()).idle_timeout_ms is None
    assert scan_strategy(Configuration(), session).idle_timeout_ms == 5000
    assert scan_strategy(Configuration({"scan.watermark.idle-timeout": "1 min"}), session).idle_timeout_ms == 60_000
    assert scan_strategy(Configuration({"scan.watermark.idle-timeout": "0"}), session).idle_timeout_ms is None


def test_alignment_is_that_of_the_table() -> None:
    options = {"scan.watermark.alignment.group": "g", "scan.watermark.alignment.max-drift": "20 s"}
    alignment = scan_strategy(Configuration(options), Configuration()).alignment
    assert alignment is not None
    assert (alignment.group, alignment.max_drift_ms, alignment.update_interval_ms) == ("g", 20_000, 1000)
