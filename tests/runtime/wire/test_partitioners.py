"""Partitioners: every record where it belongs, in order, once (broadcast: once for each receiver)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import repeat
from typing import Any, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import UserFunctionError
from pyrite.core.functions.functions import KeySelector, Partitioner
from pyrite.core.job.partitioning import Partitioning, PartitioningKind
from pyrite.runtime.wire.partitioners import BlockPartitioner, make_partitioner
from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import key_group, subtask_of_group

MAX_PARALLELISM = 128
RESOLVED = [kind for kind in PartitioningKind if kind is not PartitioningKind.DEFAULT]
ONCE = [kind for kind in RESOLVED if kind is not PartitioningKind.BROADCAST]


class Modulo(KeySelector):
    def get_key(self, value: int) -> int:
        return value % 5


class Last(Partitioner):
    def partition(self, key: Any, num_partitions: int) -> int:
        return num_partitions - 1


def partitioning(kind: PartitioningKind) -> Partitioning:
    selector = (lambda value: value % 5) if kind in (PartitioningKind.HASH, PartitioningKind.CUSTOM) else None
    partitioner = (lambda key, count: key % count) if kind is PartitioningKind.CUSTOM else None
    return Partitioning(kind, selector, partitioner)


def partitioner(how: Partitioning, receivers: int, sender: int = 0, senders: Optional[int] = None) -> BlockPartitioner:
    return make_partitioner(how, sender, senders or receivers, receivers, MAX_PARALLELISM, "'Test', subtask 1/1")


def spread(made: BlockPartitioner, blocks: list[RowBlock]) -> dict[int, list[tuple[Any, Optional[int], Any]]]:
    """What each receiver gets: (value, timestamp, key) in order."""
    got: dict[int, list[tuple[Any, Optional[int], Any]]] = {}
    for block in blocks:
        for receiver, part in made.split(block):
            assert isinstance(part, RowBlock)
            assert part.values, "a receiver with no record is left out"
            times: Iterable[Any] = part.timestamps or repeat(None, len(part))
            keys: Iterable[Any] = part.keys or repeat(None, len(part))
            got.setdefault(receiver, []).extend(zip(part.values, times, keys, strict=True))
    return got


def numbered(sizes: list[int], timed: bool = False) -> list[RowBlock]:
    """Blocks of the numbers 0, 1, 2, ...; a number's timestamp is ten times it."""
    starts = [sum(sizes[:index]) for index in range(len(sizes))]
    numbers = [list(range(start, start + size)) for start, size in zip(starts, sizes, strict=True)]
    return [RowBlock(values, [value * 10 for value in values] if timed else None) for values in numbers]


SIZES = st.lists(st.integers(1, 20), max_size=5)


@given(SIZES, st.sampled_from(ONCE), st.integers(1, 5), st.integers(1, 5))
def test_every_record_goes_to_one_receiver_in_order(
    sizes: list[int], kind: PartitioningKind, senders: int, receivers: int
) -> None:
    got = spread(partitioner(partitioning(kind), receivers, senders - 1, senders), numbered(sizes))
    assert Counter(value for records in got.values() for value, _, _ in records) == Counter(range(sum(sizes)))
    for receiver, records in got.items():
        assert 0 <= receiver < receivers
        assert [value for value, _, _ in records] == sorted(value for value, _, _ in records)


@given(SIZES, st.sampled_from(RESOLVED), st.integers(1, 5))
def test_records_keep_their_timestamps(sizes: list[int], kind: PartitioningKind, receivers: int) -> None:
    got = spread(partitioner(partitioning(kind), receivers), numbered(sizes, timed=True))
    assert all(time == value * 10 for records in got.values() for value, time, _ in records)


@given(SIZES, st.integers(1, 5))
def test_broadcast_gives_every_record_to_every_receiver(sizes: list[int], receivers: int) -> None:
    got = spread(partitioner(Partitioning(PartitioningKind.BROADCAST), receivers), numbered(sizes))
    everything = [(value, None, None) for value in range(sum(sizes))]
    assert got == (dict.fromkeys(range(receivers), everything) if everything else {})


def test_global_gives_everything_to_the_first_receiver() -> None:
    got = spread(partitioner(Partitioning(PartitioningKind.GLOBAL), 3, sender=2), numbered([5]))
    assert list(got) == [0]


@pytest.mark.parametrize("sender", range(3))
def test_forward_gives_everything_to_the_same_subtask(sender: int) -> None:
    got = spread(partitioner(Partitioning(PartitioningKind.FORWARD), 3, sender), numbered([5]))
    assert list(got) == [sender]


def test_rebalance_deals_records_out_one_by_one_across_blocks() -> None:
    got = spread(partitioner(Partitioning(PartitioningKind.REBALANCE), 3), numbered([2, 1, 4, 2]))
    assert {receiver: [value for value, _, _ in records] for receiver, records in got.items()} == {
        0: [0, 3, 6],
        1: [1, 4, 7],
        2: [2, 5, 8],
    }


def test_rebalance_of_two_senders_begins_at_two_receivers() -> None:
    firsts = [
        next(iter(partitioner(Partitioning(PartitioningKind.REBALANCE), 3, sender).split(RowBlock([0]))))[0]
        for sender in range(3)
    ]
    assert firsts == [0, 1, 2]


def test_rescale_deals_out_over_the_senders_own_receivers() -> None:
    how = Partitioning(PartitioningKind.RESCALE)
    assert sorted(spread(partitioner(how, 4, sender=0, senders=2), numbered([6]))) == [0, 1]
    assert sorted(spread(partitioner(how, 4, sender=1, senders=2), numbered([6]))) == [2, 3]


@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from([PartitioningKind.FORWARD, PartitioningKind.RESCALE]))
def test_pointwise_edges_leave_no_sender_and_no_receiver_out(
    senders: int, receivers: int, kind: PartitioningKind
) -> None:
    how = Partitioning(kind)
    connected = [set(how.receivers(sender, senders, receivers)) for sender in range(senders)]
    assert all(connected)
    assert set().union(*connected) == set(range(receivers))
    assert all(how.senders(receiver, senders, receivers) for receiver in range(receivers))


@given(st.integers(1, 9), st.integers(1, 9), st.sampled_from(RESOLVED))
def test_both_ends_of_an_edge_agree_on_its_channels(senders: int, receivers: int, kind: PartitioningKind) -> None:
    how = Partitioning(kind)
    sending = {(s, r) for s in range(senders) for r in how.receivers(s, senders, receivers)}
    receiving = {(s, r) for r in range(receivers) for s in how.senders(r, senders, receivers)}
    assert sending == receiving
    assert len(sending) == how.channels(senders, receivers)


def test_shuffle_uses_every_receiver() -> None:
    got = spread(partitioner(Partitioning(PartitioningKind.SHUFFLE), 4), numbered([200]))
    assert sorted(got) == [0, 1, 2, 3]


@pytest.mark.parametrize("selector", [Modulo(), lambda value: value % 5])
def test_hash_gives_each_key_to_the_owner_of_its_group_with_its_encoded_key(selector: Any) -> None:
    got = spread(partitioner(Partitioning(PartitioningKind.HASH, selector), 3), numbered([50]))
    for receiver, records in got.items():
        for value, _, key in records:
            assert key == value % 5
            assert receiver == subtask_of_group(key_group(key, MAX_PARALLELISM), 3, MAX_PARALLELISM)


@pytest.mark.parametrize("receivers", [1, 3])
def test_hash_encodes_keys_that_are_neither_int_nor_str(receivers: int) -> None:
    how = Partitioning(PartitioningKind.HASH, lambda value: (value, None))
    got = spread(partitioner(how, receivers), [RowBlock([1, 2])])
    assert sorted(key for records in got.values() for _, _, key in records) == sorted(
        [encode_key((1, None)), encode_key((2, None))]
    )


@pytest.mark.parametrize("bad", [lambda value: 1 // (value - 3), lambda value: {1} if value == 3 else value])
def test_key_error_names_operator_selector_and_record(bad: Any) -> None:
    made = partitioner(Partitioning(PartitioningKind.HASH, bad), 3)
    with pytest.raises(UserFunctionError) as raised:
        spread(made, numbered([6]))
    assert raised.value.record == "3"
    assert raised.value.operator == "'Test', subtask 1/1"
    assert "lambda" in raised.value.function


@pytest.mark.parametrize("selector", [Modulo(), lambda value: value])
def test_custom_partitioner_may_be_an_object(selector: Any) -> None:
    got = spread(partitioner(Partitioning(PartitioningKind.CUSTOM, selector, Last()), 3), numbered([5]))
    assert list(got) == [2]


@pytest.mark.parametrize("target", [-1, 3])
def test_custom_partition_out_of_range_is_an_error_that_names_it_and_the_record(target: int) -> None:
    how = Partitioning(PartitioningKind.CUSTOM, lambda value: value, lambda key, count: target if key == 2 else 0)
    with pytest.raises(UserFunctionError, match=f"the partitioner returned {target}, but there are 3") as raised:
        spread(partitioner(how, 3), numbered([5]))
    assert raised.value.record == "2"


def test_custom_partition_that_is_no_int_is_an_error_that_names_the_record() -> None:
    how = Partitioning(PartitioningKind.CUSTOM, lambda value: value, lambda key, count: key / 2)
    with pytest.raises(UserFunctionError, match="TypeError") as raised:
        spread(partitioner(how, 3), numbered([2]))
    assert raised.value.record == "0"
