"""Kafka orders: minutes are those of the records, and what cannot be read is reported with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyrite.cli.program.program import run_script
from pyrite.graph.executor import ExecutionContext
from tests.connectors.kafka.broker import new_topic, shared_broker
from tests.connectors.kafka.reading import produce

EXAMPLE = str(Path(__file__).resolve().parents[2] / "examples" / "streaming" / "kafka_orders.py")


def test_kafka_orders_are_added_up_by_minute(capsys: pytest.CaptureFixture[str]) -> None:
    broker = shared_broker()
    topic = new_topic(broker, 2)
    for minute, pieces in ((1, 2), (1, 3), (2, 4)):
        order = json.dumps({"product": "tea", "pieces": pieces})
        produce(broker, topic, [order], partition=pieces % 2, timestamp=minute * 60_000)
    produce(broker, topic, ['{"product": "cup"}'], timestamp=60_000)
    arguments = ["--bootstrap-servers", broker.address, "--topic", topic, "--to-the-end"]
    run_script(EXAMPLE, arguments, ExecutionContext({"parallelism.default": "2"}))
    printed = capsys.readouterr().out.splitlines()
    lines = sorted(line.partition("> ")[2] or line for line in printed)
    assert lines == sorted(["tea: 5", "tea: 4", f"{topic}-0, offset 2: KeyError: 'pieces'"])
