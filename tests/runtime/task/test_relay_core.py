"""RelayCore: passes frames on, unopened, and ends with its edge."""

from __future__ import annotations

import pytest

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.errors import ProtocolError
from pyrite.core.metrics.declared_metrics import NUM_BUFFERS_OUT, NUM_BYTES_IN, NUM_BYTES_OUT
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.task.task_core import RelayCore
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.frames import FrameHeader, FrameKind, pack
from tests.graph.programs import environment, numbers, same
from tests.runtime.task.task import Task


def relay_env() -> StreamExecutionEnvironment:
    """The first source's edge to the sink skips level 1, where `Step` is; two senders, two receivers."""
    env = environment(2)
    first = numbers(env)
    first.rebalance().map(same).name("Step").union(first.rebalance()).rebalance().sink_to(CollectSink())
    return env


def relay() -> Task:
    task = Task(relay_env(), 1, 2)
    assert isinstance(task.core, RelayCore)
    return task


def relayed_frame(edge: int, kind: FrameKind, sender: int, receiver: int) -> bytes:
    return pack(FrameHeader(kind, edge, sender, receiver, 0, 0), b"unopened")


def test_relay_passes_frames_on_unopened() -> None:
    task = relay()
    frame = relayed_frame(2, FrameKind.BLOCK, 0, 1)
    task.core.receive(frame)
    assert task.core.outbox == [(1, frame)]
    assert not task.core.next_step().works


def test_relay_has_finished_when_every_pair_of_sender_and_receiver_has_ended() -> None:
    task = relay()
    pairs = [(sender, receiver) for sender in range(2) for receiver in range(2)]
    for sender, receiver in pairs:
        assert not task.core.ended
        task.core.receive(relayed_frame(2, FrameKind.END, sender, receiver))
    assert task.core.ended
    assert task.take_messages() == [messages.Opened(), messages.Finished()]


def test_relay_refuses_frames_of_another_edge() -> None:
    with pytest.raises(ProtocolError, match="a relay of edge 2 got"):
        relay().core.receive(relayed_frame(0, FrameKind.BLOCK, 0, 0))


def test_relay_counts_what_it_passes_on() -> None:
    task = relay()
    frame = relayed_frame(2, FrameKind.BLOCK, 0, 0)
    task.core.receive(frame)
    report = task.core.report()
    assert (report[NUM_BUFFERS_OUT], report[NUM_BYTES_IN], report[NUM_BYTES_OUT]) == (1, len(frame), len(frame))
