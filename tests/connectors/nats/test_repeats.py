"""NatsSink, exactly once: what is committed again after the stream's duplicate window."""

from __future__ import annotations

import time
import uuid
from typing import Any

import pytest

from pyrite.common.block import Block
from pyrite.connectors.nats.sink import StagedMessages
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.errors import CommittableLostError
from pyrite.datastream.connectors import DeliveryGuarantee
from pyrite.datastream.connectors.nats import NatsSink
from tests.connectors.nats.broker import connection, create_stream, messages, publish, shared_server

WINDOW_S = 0.8
VALUES = [str(number) for number in range(1200)]


class Stream:
    """A stream with a short memory for ids, and a sink that writes to it."""

    def __init__(self, may_repeat: bool = False, **settings: Any) -> None:
        self.url = shared_server().url
        self.name = f"s{uuid.uuid4().hex[:12]}"
        create_stream(self.url, self.name, duplicate_window=WINDOW_S, **settings)
        exactly_once = DeliveryGuarantee.EXACTLY_ONCE
        self.sink = NatsSink(self.url, self.subject, SimpleStringSchema(), exactly_once, may_repeat=may_repeat)

    def subject(self, value: Any) -> str:
        return f"{self.name}.{int(value) % 2}"

    def stage(self) -> StagedMessages:
        writer = self.sink.create_writer(WriterInitContext(0, 1, 1, lambda *_: None, lambda *_: None))
        writer.write(Block(list(VALUES), None))
        (staged,) = writer.prepare_commit()
        writer.close()
        assert isinstance(staged, StagedMessages)
        return staged

    def commit(self, staged: StagedMessages) -> None:
        committer = self.sink.create_committer()
        assert committer is not None
        try:
            committer.commit([staged])
        finally:
            committer.close()

    def values(self) -> list[str]:
        to = connection(self.url)
        subscription = to.call(to.jetstream.subscribe(f"{self.name}.>", ordered_consumer=True), 10)
        count = to.call(to.jetstream.stream_info(self.name), 10).state.messages
        actual = [to.call(subscription.next_msg(), 10).data.decode() for _ in range(count)]
        to.call(subscription.unsubscribe(), 10)
        return actual


def test_window_is_forgotten_by_the_server() -> None:
    """Else the tests below would pass without any search."""
    stream = Stream()
    to = connection(stream.url)
    for _ in range(2):
        publishing = to.jetstream.publish(f"{stream.name}.0", b"x", headers={"Nats-Msg-Id": "a"})
        to.call(publishing, 10)
        time.sleep(2 * WINDOW_S)
    assert messages(stream.url, stream.name) == [b"x", b"x"]


def test_repeat_behind_the_window_is_found_in_the_stream() -> None:
    stream = Stream()
    staged = stream.stage()
    stream.commit(staged)
    time.sleep(2 * WINDOW_S)
    publish(stream.url, f"{stream.name}.0", ["another"])
    stream.commit(staged)
    assert sorted(stream.values()) == sorted([*VALUES, "another"])


def test_what_was_not_published_is_published_behind_the_window() -> None:
    stream = Stream()
    staged = stream.stage()
    to = connection(stream.url)
    for number in (0, 3, 700):
        header = {"Nats-Msg-Id": f"{staged.batch_id}-{number}"}
        to.call(to.jetstream.publish(stream.subject(number), VALUES[number].encode(), headers=header), 10)
    stream.sink.unpublished.clear()  # as in the next attempt
    time.sleep(2 * WINDOW_S)
    stream.commit(staged)
    assert sorted(stream.values()) == sorted(VALUES)


def test_first_commit_needs_no_search_however_late_it_is() -> None:
    stream = Stream(retention="workqueue")
    staged = stream.stage()
    time.sleep(2 * WINDOW_S)
    stream.commit(staged)
    assert len(messages(stream.url, stream.name)) == len(VALUES)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"retention": "workqueue"}, "it drops messages after they are read"),
        ({"max_msgs": 100}, "it has dropped messages since"),
        ({"max_msgs_per_subject": 10}, "messages were deleted from it"),
    ],
)
def test_stream_that_cannot_tell_fails_the_commit(settings: dict[str, Any], why: str) -> None:
    stream = Stream(**settings)
    staged = stream.stage()
    stream.commit(staged)
    time.sleep(2 * WINDOW_S)
    with pytest.raises(
        CommittableLostError, match=rf"may have been published before.* \(0\.8 s\), .* whether they were: {why}"
    ):
        stream.commit(staged)


def test_commit_continues_if_it_may_repeat() -> None:
    stream = Stream(may_repeat=True, max_msgs=1500)
    staged = stream.stage()
    stream.commit(staged)
    publish(stream.url, f"{stream.name}.0", ["another"] * 400)
    time.sleep(2 * WINDOW_S)
    stream.commit(staged)
    assert sorted(stream.values()[-1200:]) == sorted(VALUES)
