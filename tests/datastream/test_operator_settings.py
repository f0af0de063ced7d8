"""Settings of operators: kept where there is an operator, refused with a hint where there is none."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.datastream import DataStream, OutputTag, StreamExecutionEnvironment
from pyrite.datastream.operator_settings import OperatorSettings
from pyrite.graph.transformation import ChainingStrategy

HASH = "0123456789abcdef" * 2
SETTINGS: dict[str, tuple[Any, ...]] = {
    "get_name": (),
    "name": ("n",),
    "uid": ("u",),
    "set_uid_hash": (HASH,),
    "set_parallelism": (2,),
    "set_max_parallelism": (5,),
    "set_description": ("d",),
    "disable_chaining": (),
    "slot_sharing_group": ("g",),
    "start_new_chain": (),
    "force_non_parallel": (),
    "set_buffer_timeout": (5,),
}
STREAMS: dict[str, Callable[[DataStream], DataStream]] = {
    "a stream that is being partitioned": lambda stream: stream.key_by(lambda value: value),
    "a stream that is being partitioned ": lambda stream: stream.rebalance(),
    "a stream that is being partitioned  ": lambda stream: stream.broadcast(),
    "a union": lambda stream: stream.union(stream),
    "a side output": lambda stream: stream.get_side_output(OutputTag("late")),
    "a cached stream": lambda stream: stream.cache(),
}


def mapped() -> DataStream:
    return StreamExecutionEnvironment().from_elements(1).map(lambda value: value)


def test_every_setting_is_here() -> None:
    assert {name for name in vars(OperatorSettings) if not name.startswith("_")} <= {*SETTINGS, "transformation"}


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("kind", STREAMS)
def test_setting_of_a_stream_that_is_no_operator_is_refused_with_a_hint(kind: str, setting: str) -> None:
    stream = STREAMS[kind](mapped())
    with pytest.raises(InvalidProgramError) as raised:
        getattr(stream, setting)(*SETTINGS[setting])
    assert str(raised.value) == (
        f"{setting}() is a setting of operators, and {kind.strip()} is not an operator: "
        "call it on the operator before or after"
    )


@pytest.mark.parametrize("setting", [name for name in SETTINGS if name != "get_name"])
def test_setting_gives_its_stream_back(setting: str) -> None:
    stream = mapped()
    assert getattr(stream, setting)(*SETTINGS[setting]) is stream


@pytest.mark.parametrize("setting", sorted(SETTINGS.keys() & vars(OperatorSettings).keys() - {"get_name"}))
def test_sinks_have_the_same_settings(setting: str) -> None:
    sink = mapped().print()
    before = dict(vars(sink.transformation))
    assert getattr(sink, setting)(*SETTINGS[setting]) is sink
    assert vars(sink.transformation) != before


def test_settings_are_kept_in_the_operator() -> None:
    stream = mapped().name("n").uid("u").set_uid_hash(HASH).set_parallelism(2).set_max_parallelism(5)
    stream.set_description("d").slot_sharing_group("g").set_buffer_timeout(7)
    kept = stream.transformation
    assert (stream.get_name(), kept.name, kept.uid, kept.uid_hash) == ("n", "n", "u", HASH)
    assert (kept.parallelism, kept.max_parallelism, kept.description) == (2, 5, "d")
    assert (kept.slot_sharing_group, kept.buffer_timeout_ms) == ("g", 7)


def test_chaining_is_kept_in_the_operator() -> None:
    assert mapped().transformation.chaining is ChainingStrategy.ALWAYS
    assert mapped().disable_chaining().transformation.chaining is ChainingStrategy.NEVER
    assert mapped().start_new_chain().transformation.chaining is ChainingStrategy.HEAD


@pytest.mark.parametrize(
    ("setting", "wrong"),
    [
        ("uid", ""),
        ("set_uid_hash", "abc"),
        ("set_uid_hash", HASH + "0"),
        ("set_uid_hash", "g" * 32),
        ("set_parallelism", 0),
        ("set_max_parallelism", 0),
        ("set_max_parallelism", 32769),
        ("set_buffer_timeout", -2),
    ],
)
def test_wrong_value_is_refused_and_changes_nothing(setting: str, wrong: Any) -> None:
    stream = mapped()
    before = dict(vars(stream.transformation))
    with pytest.raises(InvalidProgramError):
        getattr(stream, setting)(wrong)
    assert vars(stream.transformation) == before


def test_non_parallel_operator_stays_so() -> None:
    stream = mapped().force_non_parallel()
    assert stream.transformation.parallelism == 1
    with pytest.raises(InvalidProgramError, match="'Map' is not parallel"):
        stream.set_parallelism(2)


def test_settings_here_are_methods_of_streams() -> None:
    assert all(inspect.isfunction(getattr(DataStream, name)) for name in SETTINGS)
