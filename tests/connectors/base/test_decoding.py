"""Decoder: what cannot be read fails the job with the record shown, is counted, or goes to a side output."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.connectors.base.decoding import Decoder
from pyrite.core.clock import ManualClock
from pyrite.core.connector.bad_records import BadRecord, BadRecords
from pyrite.core.connector.serialization import DeserializationSchema
from pyrite.core.connector.source import SourceReaderContext
from pyrite.core.errors import BadRecordError
from pyrite.core.functions.output_tag import OutputTag


class Number(DeserializationSchema):
    def deserialize(self, message: bytes) -> Any:
        return int(message) or None


def decoder(policy: BadRecords, side: list[Any]) -> Decoder:
    context = SourceReaderContext(0, 1, ManualClock(0), emit_side=lambda tag, values: side.append((tag, values)))
    return Decoder(Number(), policy, context)


def at(index: int) -> str:
    return f"orders-0, offset {index}"


def test_messages_become_records() -> None:
    assert decoder(BadRecords.FAIL, []).decode([b"1", b"2"], at) == ([1, 2], None)


def test_message_that_gives_none_gives_no_record() -> None:
    assert decoder(BadRecords.FAIL, []).decode([b"1", b"0", b"2"], at) == ([1, 2], [0, 2])


def test_bad_record_fails_with_itself_and_its_place() -> None:
    with pytest.raises(BadRecordError, match=r"orders-0, offset 1: b'x' cannot be read: ValueError: invalid literal"):
        decoder(BadRecords.FAIL, []).decode([b"1", b"x"], at)


def test_bad_record_is_skipped_when_the_policy_says_so() -> None:
    assert decoder(BadRecords.SKIP, []).decode([b"1", b"x", b"3"], at) == ([1, 3], [0, 2])


def test_bad_record_goes_to_the_side_output_with_its_reason() -> None:
    side: list[Any] = []
    tag = OutputTag("bad")
    decoder(BadRecords.to_side_output(tag), side).decode([b"x"], at)
    reason = "ValueError: invalid literal for int() with base 10: b'x'"
    assert side == [(tag, [BadRecord(b"x", reason, "orders-0, offset 0")])]
