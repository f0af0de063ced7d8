"""The examples of SQL run, and print or write what they say."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pyrite.cli.program.program import run_script
from pyrite.cli.sql.sql_session import SqlScript, run_sql_scripts
from pyrite.graph.executor import ExecutionContext
from tests.connectors.kafka.broker import new_topic, shared_broker
from tests.connectors.kafka.reading import produce
from tests.connectors.kafka.sinking import consumed

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "sql"


def test_script_prints_generated_rows(capsys: pytest.CaptureFixture[str]) -> None:
    script = SqlScript.of_file(str(EXAMPLES / "datagen_to_print.sql"))
    run_sql_scripts([script], ExecutionContext({"parallelism.default": "1"}))
    assert capsys.readouterr().out.splitlines() == ["+I[1, 5 euros]", "+I[3, 5 euros]", "+I[5, 5 euros]"]


def test_function_in_python_scores_texts(capsys: pytest.CaptureFixture[str]) -> None:
    run_script(str(EXAMPLES / "python_function.py"), [], ExecutionContext())
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert [(line[1], line[3]) for line in lines if line[1] != "id"] == [("1", "1"), ("2", "-2"), ("3", "0")]


def test_files_are_read_and_written(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "items.csv").write_text("pen,150\nlamp,4999\nchair,12000\n")
    arguments = ["--input", str(tmp_path / "in"), "--output", str(tmp_path / "out")]
    run_script(str(EXAMPLES / "files_to_files.py"), arguments, ExecutionContext({"parallelism.default": "1"}))
    rows = [row for path in (tmp_path / "out").iterdir() for row in pq.read_table(path).to_pylist()]
    assert [(row["item"], row["euros"]) for row in rows] == [("LAMP", Decimal("49.99")), ("CHAIR", Decimal("120.00"))]


def test_script_imports_functions_from_its_folder(capsys: pytest.CaptureFixture[str]) -> None:
    run_sql_scripts([SqlScript.of_file(str(EXAMPLES / "python_function.sql"))], ExecutionContext())
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert [(line[1], line[3]) for line in lines[1:]] == [("TO!", "2"), ("BE!", "2"), ("OR!", "2"), ("NOT!", "3")]


def test_orders_are_copied_from_kafka_to_kafka() -> None:
    broker = shared_broker()
    source, target = new_topic(broker), new_topic(broker)
    orders = [{"id": 1, "product": "tea", "cents": 450}, {"id": 2, "product": "lamp", "cents": 4999}]
    produce(broker, source, [*map(json.dumps, orders), "no JSON"], timestamp=1500)
    arguments = ["--bootstrap-servers", broker.address, "--input", source, "--output", target, "--to-the-end"]
    run_script(str(EXAMPLES / "kafka_to_kafka.py"), arguments, ExecutionContext({"parallelism.default": "1"}))
    (message,) = consumed(broker, target)
    assert (message.key(), message.value()) == (b"lamp", b'{"euros":49.99,"place":1}')
    assert (message.headers(), message.timestamp()[1]) == ([("by", b"pyrite")], 1500)
