"""Names of PyFlink's that are not here yet: whoever looks one up is told, and none of them is here already."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import pyrite.datastream
from pyrite.common import JobClient, WatermarkStrategy
from pyrite.common.not_yet import NOT_YET, NotYetSupportedError
from pyrite.datastream import StreamExecutionEnvironment

MEMBERS = sorted(NOT_YET)
NO_JOB: Any = None


def instances() -> dict[str, Any]:
    env = StreamExecutionEnvironment()
    stream = env.from_elements(1)
    return {
        "StreamExecutionEnvironment": env,
        "DataStream": stream,
        "KeyedStream": stream.key_by(lambda value: value),
        "CachedDataStream": stream.cache(),
        "JobClient": JobClient(NO_JOB),
        "WatermarkStrategy": WatermarkStrategy.no_watermarks(),
    }


@pytest.mark.parametrize("name", MEMBERS)
def test_member_that_is_not_here_yet_says_so(name: str) -> None:
    holder, _, member = name.partition(".")
    with pytest.raises(NotYetSupportedError, match=rf"{name} is not supported yet: it comes with Pyrite's \w+"):
        getattr(instances()[holder], member)


@pytest.mark.parametrize("name", MEMBERS)
def test_member_that_is_not_here_yet_is_not_here(name: str) -> None:
    holder, _, member = name.partition(".")
    with pytest.raises(AttributeError):
        inspect.getattr_static(instances()[holder], member)


def test_name_that_nobody_has_is_a_plain_error() -> None:
    for holder in (*instances().values(), pyrite.datastream):
        with pytest.raises(AttributeError, match=r"has no attribute 'frobnicate'") as raised:
            _ = holder.frobnicate
        assert not isinstance(raised.value, NotYetSupportedError)
        assert not hasattr(holder, "frobnicate")


def test_stream_still_has_its_own_names() -> None:
    stream = instances()["DataStream"]
    assert stream.map(lambda value: value).get_name() == "Map"
    assert not hasattr(stream, "frobnicate")
