"""Chain: which files are merged, and that merging changes nothing."""

from __future__ import annotations

import copy
import math
import random

from pyrite.state.chain import Chain, MergeRequest, first_to_merge
from pyrite.state.delta import Delta, fold, merge_chain
from pyrite.state.handles import FileRef


def refs(*sizes: int) -> tuple[FileRef, ...]:
    return tuple(FileRef(f"shared/{number}", size, 0) for number, size in enumerate(sizes))


def test_short_chain_is_not_merged() -> None:
    chain = Chain(merge_above=3)
    chain.confirm(1, refs(10, 10, 10))
    assert chain.needs_merge() is None


def test_large_first_file_is_left_alone() -> None:
    chain = Chain(merge_above=3)
    chain.confirm(1, refs(10**9, 10**4, 10**4, 10**4))
    assert chain.needs_merge() == MergeRequest(chain.files[1:], from_start=False)


def test_first_file_is_merged_once_the_others_are_as_large() -> None:
    chain = Chain(merge_above=3)
    chain.confirm(1, refs(30_000, 10_000, 10_000, 10_000))
    assert chain.needs_merge() == MergeRequest(chain.files, from_start=True)


def test_one_merge_is_under_way_at_a_time() -> None:
    chain = Chain(merge_above=1)
    chain.confirm(1, refs(1, 1))
    request = chain.needs_merge()
    assert request is not None and chain.needs_merge() is None
    chain.merged(request, None, last_frozen=1)
    assert chain.needs_merge() == request


def test_checkpoint_that_was_pending_during_a_merge_gets_the_merged_file() -> None:
    chain = Chain(merge_above=1)
    first, second, third = refs(1, 1, 1)
    chain.confirm(1, (first, second))
    request = chain.needs_merge()
    assert request is not None
    merged = FileRef("shared/merged", 2, 0)
    chain.merged(request, merged, last_frozen=2)
    assert list(chain.files) == [merged]
    chain.confirm(2, (first, second, third))
    assert chain.files == (merged, third)


def test_chain_that_began_again_is_not_changed_by_a_merge_of_the_old_one() -> None:
    chain = Chain(merge_above=1)
    chain.confirm(1, refs(1, 1))
    request = chain.needs_merge()
    assert request is not None
    rewritten = (FileRef("shared/base", 9, 0),)
    chain.confirm(2, rewritten)
    chain.merged(request, FileRef("shared/merged", 2, 0), last_frozen=2)
    assert chain.files == rewritten


def test_merging_costs_in_proportion_to_what_changed() -> None:
    """10,000 checkpoints of 8 kB on 1 GB: the chain stays short, and little is written besides."""
    sizes, written, delta = [10**9], 0, 8192
    longest = 0
    for _ in range(10_000):
        sizes.append(delta)
        if len(sizes) > 8 and (start := first_to_merge(sizes)) is not None:
            merged = sum(sizes[start:])
            written += merged
            sizes[start:] = [merged]
        longest = max(longest, len(sizes))
    assert longest <= 8 + math.log2(10**9 / delta)
    assert written / 10_000 < delta * math.log2(10_000)


def test_merged_files_are_the_same_as_single_ones() -> None:
    random.seed(5)
    contents, keys = [], range(12)
    for _ in range(9):
        touched = random.sample(keys, 5)
        gone = set(random.sample(touched, 2))
        part = {key: random.random() for key in touched if key not in gone}, gone
        dropped = {"w"} if random.random() < 0.3 else set()
        contents.append(Delta({"v": part}, {"t": (dropped, {"w": copy.deepcopy(part)})}, {}).encode())
    expected = fold(contents, keep_removed=False)
    for start in range(8):
        for stop in range(start + 2, 10):
            middle = merge_chain(contents[start:stop], from_start=start == 0)
            again = fold([*contents[:start], middle, *contents[stop:]], keep_removed=False)
            assert again.states["v"][0] == expected.states["v"][0]
            assert again.tables["t"][1]["w"][0] == expected.tables["t"][1]["w"][0]
