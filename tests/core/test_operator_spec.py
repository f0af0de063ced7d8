"""Operator specs: values that describe an operator and build it."""

from __future__ import annotations

import dataclasses
import importlib
import pickle
import pkgutil
import socket
from pathlib import Path
from typing import Any

import pytest

import pyrite
from pyrite.cli.program.info import InfoOptions, info
from pyrite.common import WatermarkStrategy
from pyrite.connectors.builtin.number_sequence import NumberSequenceSource
from pyrite.connectors.builtin.terminal import PrintSink
from pyrite.core.errors import InvalidProgramError
from pyrite.core.operator_spec import OperatorSpec
from pyrite.datastream import KeyedProcessFunction, ProcessFunction
from pyrite.operators.operator import Operator, build_operator
from pyrite.operators.process import ProcessSpec
from pyrite.operators.sink import SinkSpec
from pyrite.operators.source import SourceSpec
from pyrite.operators.stateless import MapSpec

KINDS = {
    "AsyncWaitOperator",
    "BatchOverAggregate",
    "BroadcastProcessOperator",
    "Calc",
    "CepOperator",
    "ChangelogNormalize",
    "ChangingOverAggregate",
    "CoFlatMapOperator",
    "CoMapOperator",
    "ColumnsToBatches",
    "ColumnsToRows",
    "CompactingMaterializer",
    "ConstraintEnforcer",
    "Correlate",
    "Deduplicate",
    "DropUpdateBefore",
    "Expand",
    "FilterOperator",
    "FirstRowByTime",
    "FirstRows",
    "FlatMapOperator",
    "FromChangelog",
    "FullPartitionOperator",
    "GroupAggregate",
    "HeadOperator",
    "IncrementalGroupAggregate",
    "IntervalJoin",
    "IntervalJoinOperator",
    "Join",
    "Limit",
    "LocalGroupAggregate",
    "LocalRank",
    "LocalWindowAggregate",
    "LookupJoin",
    "MapOperator",
    "Match",
    "MiniBatchAssigner",
    "OverAggregate",
    "ProcessOperator",
    "QueryableStateOperator",
    "Rank",
    "ReduceOperator",
    "RowsToColumns",
    "SessionWindowTableFunction",
    "SinkFunctionOperator",
    "SinkMaterializer",
    "SinkOperator",
    "SolutionSetOperator",
    "Sort",
    "SourceOperator",
    "StreamRecordTimestampInserter",
    "TableSourceScan",
    "TailOperator",
    "TemporalJoin",
    "TemporalSort",
    "TerminationOperator",
    "TimestampsAndWatermarksOperator",
    "ToChangelog",
    "WatermarkAssigner",
    "WindowAggregate",
    "WindowJoin",
    "WindowRank",
    "WindowTableFunction",
    "window_operator",
}
"""Part of the ids under which state is stored: kinds may be added, never changed."""


def concrete_specs() -> set[type[OperatorSpec]]:
    for package in ("operators", "cep"):
        where = Path(pyrite.__file__).parent / package
        for module in pkgutil.walk_packages([str(where)], f"pyrite.{package}."):
            importlib.import_module(module.name)
    specs, waiting = set[type[OperatorSpec]](), [OperatorSpec]
    while waiting:
        below = waiting.pop().__subclasses__()
        specs.update(spec for spec in below if "kind" in vars(spec) and spec.__module__.startswith("pyrite."))
        waiting.extend(below)
    return specs


class Double(ProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> list[Any]:
        return [value * 2]


def double(value: int) -> int:
    return value * 2


def test_kinds_are_those_under_which_state_is_stored() -> None:
    kinds = [spec.kind for spec in concrete_specs()]
    assert set(kinds) == KINDS and len(kinds) == len(KINDS)


def test_specs_are_frozen_values() -> None:
    for spec in concrete_specs():
        assert dataclasses.is_dataclass(spec), spec
        assert spec.__dataclass_params__.frozen, spec


def test_spec_pickles_by_itself() -> None:
    function = Double()
    first, second = (ProcessSpec(function, ProcessFunction, "process()") for _ in range(2))
    one, other = pickle.loads(pickle.dumps([first, second]))
    assert one.func is not other.func and type(one) is ProcessSpec
    assert one.where == "process()"


def test_spec_builds_its_operator() -> None:
    assert isinstance(build_operator(MapSpec(double)), Operator)


def test_build_that_gives_no_operator_is_refused() -> None:
    class Wrong(MapSpec):
        def build(self) -> Any:
            return "an operator"

    with pytest.raises(TypeError, match=r"Wrong.build\(\) must return an Operator, not 'an operator'"):
        build_operator(Wrong(double))


def test_spec_refuses_a_wrong_function_when_made() -> None:
    with pytest.raises(InvalidProgramError, match="process\\(\\) takes a KeyedProcessFunction, not Double"):
        ProcessSpec(Double(), KeyedProcessFunction, "process()")


@pytest.mark.parametrize(
    "spec, description",
    [
        (MapSpec(double), "map by double ("),
        (SinkSpec(PrintSink(None)), "write to PrintSink"),
        (SourceSpec(NumberSequenceSource(1, 2), WatermarkStrategy.no_watermarks()), "read from NumberSequenceSource"),
    ],
)
def test_description_names_what_the_operator_does(spec: OperatorSpec, description: str) -> None:
    assert spec.description.startswith(description)


PROGRAM = """
from pyrite.common import SimpleStringSchema
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors.kafka import KafkaSource, KafkaSink, KafkaRecordSerializationSchema
from pyrite.datastream.connectors.base import DeliveryGuarantee
from pyrite.common import WatermarkStrategy

env = StreamExecutionEnvironment.get_execution_environment()
env.enable_checkpointing(1000)
schema = SimpleStringSchema()
source = (KafkaSource.builder().set_bootstrap_servers("127.0.0.1:1").set_topics("in").set_group_id("g")
          .set_value_only_deserializer(schema).build())
record = KafkaRecordSerializationSchema.builder().set_topic("out").set_value_serialization_schema(schema).build()
sink = (KafkaSink.builder().set_bootstrap_servers("127.0.0.1:1").set_record_serializer(record)
        .set_delivery_guarantee(DeliveryGuarantee.EXACTLY_ONCE).set_transactional_id_prefix("p").build())
stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "in")
stream.map(str).name("text").sink_to(sink).name("out")
env.execute("copy")
"""


def test_info_builds_no_operator_and_opens_no_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> Any:
        raise AssertionError("pyrite info must only look at the program")

    for spec in concrete_specs():
        monkeypatch.setattr(spec, "build", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    script = tmp_path / "job.py"
    script.write_text(PROGRAM)
    shown = info(str(script), [], InfoOptions())
    assert "end to end: exactly-once" in shown
    assert "'out' (operator 2) keeps what its sink is still to commit but has no uid" in shown
    assert "'in' (operator 0) keeps its position as a source but has no uid" in shown
