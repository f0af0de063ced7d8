"""Partitioners with columns: every row where a row of its kind would go, in order, once."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Optional, cast

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import UserFunctionError
from pyrite.core.job.partitioning import Partitioning, PartitioningKind
from pyrite.runtime.wire.partitioners import BlockPartitioner, make_partitioner

MAX_PARALLELISM = 128
SIZES = st.lists(st.integers(1, 20), max_size=5)
KEYED = (PartitioningKind.HASH, PartitioningKind.CUSTOM)
DEALS = (PartitioningKind.REBALANCE, PartitioningKind.RESCALE, PartitioningKind.FORWARD)
"""They cut columns into slices and deal out rows."""
RESOLVED = [kind for kind in PartitioningKind if kind is not PartitioningKind.DEFAULT]
ONCE = [kind for kind in RESOLVED if kind is not PartitioningKind.BROADCAST]


def partitioner(how: Partitioning, receivers: int, sender: int = 0, senders: Optional[int] = None) -> BlockPartitioner:
    return make_partitioner(how, sender, senders or receivers, receivers, MAX_PARALLELISM, "'Test', subtask 1/1")


def modulo(key: Any, count: int) -> int:
    return int(key % count)


def of_columns(kind: PartitioningKind) -> Partitioning:
    return Partitioning(
        kind, None, modulo if kind is PartitioningKind.CUSTOM else None, key_columns=("k",) if kind in KEYED else ()
    )


def of_rows(kind: PartitioningKind) -> Partitioning:
    selector = (lambda row: row[0]) if kind in KEYED else None
    return Partitioning(kind, selector, modulo if kind is PartitioningKind.CUSTOM else None)


def columns(numbers: range) -> ColumnBlock:
    """Rows (k, n), where k is n modulo 5."""
    return ColumnBlock(
        pa.record_batch([pa.array([n % 5 for n in numbers]), pa.array(numbers, pa.int64())], names=["k", "n"])
    )


def numbered(sizes: list[int]) -> list[range]:
    starts = [sum(sizes[:index]) for index in range(len(sizes))]
    return [range(start, start + size) for start, size in zip(starts, sizes, strict=True)]


def spread(made: BlockPartitioner, sizes: list[int]) -> dict[int, list[int]]:
    """The numbers that each receiver gets, in order."""
    got: dict[int, list[int]] = {}
    for numbers in numbered(sizes):
        for receiver, part in made.split(columns(numbers)):
            assert isinstance(part, ColumnBlock)
            assert len(part), "a receiver with no record is left out"
            assert [n % 5 for n in part.batch["n"].to_pylist()] == part.batch["k"].to_pylist()
            got.setdefault(receiver, []).extend(part.batch["n"].to_pylist())
    return got


def spread_rows(made: BlockPartitioner, sizes: list[int]) -> dict[int, list[int]]:
    got: dict[int, list[int]] = {}
    for numbers in numbered(sizes):
        for receiver, part in made.split(RowBlock([(n % 5, n) for n in numbers])):
            assert isinstance(part, RowBlock)
            got.setdefault(receiver, []).extend(n for _, n in part.values)
    return got


@given(SIZES, st.sampled_from(ONCE), st.integers(1, 5), st.integers(1, 5))
def test_every_row_goes_to_one_receiver_in_order(
    sizes: list[int], kind: PartitioningKind, senders: int, receivers: int
) -> None:
    got = spread(partitioner(of_columns(kind), receivers, senders - 1, senders), sizes)
    assert Counter(n for mine in got.values() for n in mine) == Counter(range(sum(sizes)))
    assert all(mine == sorted(mine) and 0 <= receiver < receivers for receiver, mine in got.items())


@given(SIZES, st.sampled_from(RESOLVED), st.integers(1, 5))
def test_receivers_get_as_many_rows_as_they_would_get_records(
    sizes: list[int], kind: PartitioningKind, receivers: int
) -> None:
    got = spread(partitioner(of_columns(kind), receivers, 1, 2), sizes)
    rows = spread_rows(partitioner(of_rows(kind), receivers, 1, 2), sizes)
    assert {receiver: len(mine) for receiver, mine in got.items()} == {
        receiver: len(mine) for receiver, mine in rows.items()
    }
    if kind not in DEALS:
        assert got == rows


def test_rebalance_cuts_blocks_into_slices_across_blocks() -> None:
    got = spread(partitioner(of_columns(PartitioningKind.REBALANCE), 3), [2, 1, 5])
    assert got == {0: [0, 3, 4], 1: [1, 5, 6], 2: [2, 7]}


@given(SIZES, st.integers(1, 5))
def test_broadcast_gives_every_block_to_every_receiver(sizes: list[int], receivers: int) -> None:
    got = spread(partitioner(of_columns(PartitioningKind.BROADCAST), receivers), sizes)
    assert got == ({receiver: list(range(sum(sizes))) for receiver in range(receivers)} if sizes else {})


def test_hash_gives_a_key_in_columns_and_the_same_scalar_key_to_one_receiver() -> None:
    rng = random.Random(5)
    values: list[Any] = [rng.choice([None, "", "ä", f"sensor_{rng.randrange(50)}"]) for _ in range(300)]
    times = [rng.choice([None, 0.0, -0.0, rng.random()]) for _ in values]
    batch = pa.record_batch([pa.array(values), pa.array(times)], names=["k", "t"])
    by_columns = partitioner(Partitioning(PartitioningKind.HASH, key_columns=("k", "t")), 4)
    by_key = partitioner(Partitioning(PartitioningKind.HASH, lambda row: row), 4)
    rows = list(zip(values, times, strict=True))
    got = {
        receiver: list(zip(*(column.to_pylist() for column in part.batch.columns), strict=True))
        for receiver, part in by_columns.split(ColumnBlock(batch))
        if isinstance(part, ColumnBlock)
    }
    wanted = {receiver: part.values for receiver, part in by_key.split(RowBlock(rows)) if isinstance(part, RowBlock)}
    assert repr(sorted(got.items())) == repr(sorted(wanted.items()))


@pytest.mark.parametrize("target", [-1, 3])
def test_custom_partition_out_of_range_is_an_error_that_names_it_and_the_key(target: int) -> None:
    how = Partitioning(PartitioningKind.CUSTOM, None, lambda key, count: target if key == 2 else 0, key_columns=("k",))
    with pytest.raises(UserFunctionError, match=f"the partitioner returned {target}, but there are 3") as raised:
        spread(partitioner(how, 3), [5])
    assert raised.value.record == "2"


def test_custom_partitioner_is_asked_for_every_row() -> None:
    asked: list[tuple[int, int]] = []

    def deal(key: tuple[int, int], count: int) -> int:
        asked.append(key)
        return len(asked) % count

    how = Partitioning(PartitioningKind.CUSTOM, None, deal, key_columns=("k", "k"))
    assert sorted(map(len, spread(partitioner(how, 2), [10]).values())) == [5, 5]
    assert asked == [(n % 5, n % 5) for n in range(10)]


def parts_of(made: BlockPartitioner, block: ColumnBlock) -> dict[int, list[Any]]:
    return {target: cast(ColumnBlock, part).batch.column("k").to_pylist() for target, part in made.split(block)}


@pytest.mark.parametrize("null", [None, 7])
def test_row_goes_where_its_key_belongs_whatever_keys_the_block_before_had(null: Optional[int]) -> None:
    by_columns = partitioner(of_columns(PartitioningKind.HASH), 4)
    for keys in ([1, 2, 3], [1, 2, 3], [4, 5, 6], [3, 2, 1], [1, 2, null], [1, 2]):
        block = ColumnBlock(pa.record_batch([pa.array(keys, pa.int64())], names=["k"]))
        fresh = partitioner(of_columns(PartitioningKind.HASH), 4)
        assert parts_of(by_columns, block) == parts_of(fresh, block)


@pytest.mark.parametrize("kind", [pa.float64(), pa.float32(), pa.list_(pa.float64())])
def test_rows_go_by_their_own_key_after_a_block_of_the_other_zero(kind: Any) -> None:
    """Arrow's columns of 0.0 and of -0.0 are equal, so the keys of one block may look like those of the one before."""

    def block(key: float) -> ColumnBlock:
        return ColumnBlock(pa.record_batch({"k": pa.array([[key] if pa.types.is_nested(kind) else key], kind)}))

    def receiver(made: BlockPartitioner, key: float) -> int:
        ((number, _),) = made.split(block(key))
        return number

    for receivers in range(2, 40):
        made = partitioner(of_columns(PartitioningKind.HASH), receivers)
        for key in (0.0, -0.0, 1.0, float("nan")):
            assert receiver(made, key) == receiver(partitioner(of_columns(PartitioningKind.HASH), receivers), key)
