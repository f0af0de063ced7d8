"""What every kind of block does: the model of a block is the list of its records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.blocks.edge_codec import is_arrow
from pyrite.core.event_time import NO_TIMESTAMP
from tests.core.blocks.block_kinds import KINDS, RECORDS, BlockKind, Record

of_every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@of_every_kind
@given(records=RECORDS)
def test_block_has_the_length_of_its_records(kind: BlockKind, records: list[Record]) -> None:
    block = kind.make(records)
    assert len(block) == len(records)
    assert block.timestamps is None
    assert block.change_kinds is None


@of_every_kind
@given(records=RECORDS, start=st.integers(0, 12), stop=st.integers(0, 12))
def test_slice_has_the_records_between(kind: BlockKind, records: list[Record], start: int, stop: int) -> None:
    part = kind.make(records).slice(start, stop)
    assert kind.read(part) == records[start:stop]
    assert kind.read(part.slice(1, 3)) == records[start:stop][1:3]


@of_every_kind
@given(parts=st.lists(RECORDS, min_size=1, max_size=4))
def test_concat_has_the_records_of_all_in_order(kind: BlockKind, parts: list[list[Record]]) -> None:
    first, *others = map(kind.make, parts)
    assert kind.read(first.concat(*others)) == [record for part in parts for record in part]


@of_every_kind
def test_concat_marks_records_that_have_no_time(kind: BlockKind) -> None:
    timed, plain = kind.timed([(1, "a")], [5]), kind.make([(2, "b")])
    assert timed.concat(plain).timestamps == [5, NO_TIMESTAMP]
    assert plain.concat(timed).timestamps == [NO_TIMESTAMP, 5]
    assert kind.read(plain.concat(timed)) == [(2, "b"), (1, "a")]


@of_every_kind
@given(records=RECORDS, count=st.integers(1, 7))
def test_deal_gives_every_part_as_many_records_as_dealing_one_by_one(
    kind: BlockKind, records: list[Record], count: int
) -> None:
    parts = kind.make(records).deal(count)
    assert [len(part) for part in parts] == [len(records[first::count]) for first in range(count)]
    distributed = [record for part in parts for record in kind.read(part)]
    assert sorted(distributed, key=repr) == sorted(records, key=repr)


@of_every_kind
@given(data=st.data(), records=RECORDS, count=st.integers(1, 7))
def test_scatter_gives_each_target_its_records_in_order(
    kind: BlockKind, data: st.DataObject, records: list[Record], count: int
) -> None:
    targets = data.draw(st.lists(st.integers(0, count - 1), min_size=len(records), max_size=len(records)))
    got = {target: kind.read(part) for target, part in kind.make(records).scatter(targets, count)}
    assert got == {target: mine for target in range(count) if (mine := chosen(records, targets, target))}


def chosen(items: Sequence[Any], targets: list[int], target: int) -> list[Any]:
    return [item for item, at in zip(items, targets, strict=True) if at == target]


@of_every_kind
def test_scatter_needs_a_target_for_every_record(kind: BlockKind) -> None:
    with pytest.raises(ValueError, match=r"target|shorter|longer"):
        list(kind.make([(1, "a"), (2, "b")]).scatter([0], 2))


@of_every_kind
def test_timestamps_go_along_with_their_records(kind: BlockKind) -> None:
    block = kind.timed([(1, "a"), (2, "b"), (3, "c")], [10, 20, 30])
    assert block.slice(1, 3).timestamps == [20, 30]
    assert {target: part.timestamps for target, part in block.scatter([1, 0, 1], 2)} == {0: [20], 1: [10, 30]}
    assert sorted(time for part in block.deal(2) for time in part.timestamps) == [10, 20, 30]
    assert block.with_timestamps([7, 8, 9]).timestamps == [7, 8, 9]
    assert block.unkeyed().timestamps == [10, 20, 30]


@of_every_kind
@given(records=RECORDS, start=st.integers(0, 3), timed=st.booleans())
def test_decoded_block_is_the_encoded_one(kind: BlockKind, records: list[Record], start: int, timed: bool) -> None:
    times: Optional[list[int]] = list(range(len(records))) if timed else None
    block = kind.timed(records, times).slice(start, len(records))
    payload = kind.codec.encode(block)
    for buffer in (payload, bytearray(payload), memoryview(b"header-" + payload)[7:], memoryview(payload).cast("b")):
        decoded = kind.codec.decode(buffer)
        assert kind.read(decoded) == records[start:]
        assert (decoded.timestamps or None) == (None if times is None else times[start:] or None)
        assert kind.codec.reads(buffer)


def test_codecs_tell_their_payloads_apart() -> None:
    for kind in KINDS:
        payload = kind.codec.encode(kind.make([(1, "a")]))
        assert [other.name for other in KINDS if other.codec.reads(payload)] == [
            other.name for other in KINDS if type(other.codec) is type(kind.codec)
        ]
        assert is_arrow(memoryview(payload).cast("b")) is ("columns" in kind.name)


@of_every_kind
def test_record_bytes_is_about_what_a_record_adds_to_a_payload(kind: BlockKind) -> None:
    few, many = (kind.make([(number * 10**12, "text") for number in range(count)]) for count in (100, 2100))
    sizes = [len(kind.codec.encode(block)) for block in (few, many)]
    added = (sizes[1] - sizes[0]) / 2000
    assert added / 3 < kind.codec.record_bytes(few, kind.codec.encode(few)) < added * 3
