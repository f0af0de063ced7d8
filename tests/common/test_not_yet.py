"""Names of PyFlink's that are not here yet: whoever looks one up is told, and none of them is here already."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import pyrite.datastream
from pyrite.common import JobClient, WatermarkStrategy
from pyrite.common.not_yet import NOT_YET, NotYetSupportedError
from pyrite.datastream import StreamExecutionEnvironment

MEMBERS = sorted(name for name in NOT_YET if "." in name)
CLASSES = sorted(name for name in NOT_YET if "." not in name)
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


@pytest.mark.parametrize("name", CLASSES)
def test_class_that_is_not_here_yet_says_so(name: str) -> None:
    with pytest.raises((NotYetSupportedError, ImportError), match=f"{name} is not supported yet"):
        getattr(pyrite.datastream, name)
    assert name not in vars(pyrite.datastream)


def test_import_of_a_class_that_is_not_here_yet_says_so() -> None:
    """How a program of PyFlink's looks it up. Python turns an AttributeError into an ImportError without its text."""
    with pytest.raises((ImportError, NotYetSupportedError), match="AsyncDataStream is not supported yet"):
        exec("from pyrite.datastream import AsyncDataStream")


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
