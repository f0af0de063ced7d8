"""Which files and folders may be removed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyrite.checkpoint.cleanup import Holdings
from pyrite.checkpoint.file_names import (
    FileOrigin,
    exclusive_name,
    folder_of,
    id_of_folder,
    merged_name,
    origin_of,
    shared_name,
)

NOW = Holdings(
    attempt=3,
    first_id=10,
    newest_id=14,
    base_id=13,
    retained_ids=frozenset({14}),
    needed_paths=frozenset({"shared/a1-c2-v-0-0", "shared/a3-c12-v-0-0", "shared/a3-m1-v-0-0", "chk-12/a3-v-0-0"}),
    paths_named_before=frozenset({"shared/a3-m0-v-0-0", "shared/a3-m1-v-0-0", "taskowned/a3-v-0-5"}),
)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("shared/a1-c2-v-0-0", False),  # an old chain's file, still named
        ("shared/a1-c3-v-0-0", True),  # of an older attempt, not named
        ("shared/a2-m7-v-0-0", True),
        ("shared/a3-c12-v-0-0", False),  # named
        ("shared/a3-c12-v-0-1", True),  # for an aborted checkpoint before the base
        ("shared/a3-c13-v-0-1", True),
        ("shared/a3-c14-v-0-1", False),  # a checkpoint in flight may build on it
        ("shared/a3-c15-v-0-0", False),  # in flight
        ("shared/a3-m0-v-0-0", True),  # no longer named
        ("taskowned/a3-v-0-5", True),  # staged, no longer named: it is committed
        ("taskowned/a3-v-0-6", False),  # staged for a checkpoint that failed: the next one names it
        ("taskowned/a2-v-0-6", True),
        ("shared/a3-m1-v-0-0", False),
        ("shared/a3-m2-v-0-0", False),  # not named yet
        ("shared/a4-c2-v-0-0", False),  # of a newer attempt
        ("shared/stranger", False),
    ],
)
def test_shared_file_is_removed_when_no_manifest_can_name_it(path: str, expected: bool) -> None:
    assert NOW.file_is_unneeded(path) is expected


@pytest.mark.parametrize(
    ("number", "expected"), [(9, True), (11, True), (12, False), (13, True), (14, False), (15, False)]
)
def test_folder_is_removed_when_it_is_overtaken_and_no_manifest_names_its_files(number: int, expected: bool) -> None:
    assert NOW.folder_is_unneeded(number) is expected


def test_folder_of_an_older_attempt_goes_before_anything_is_complete() -> None:
    fresh = Holdings(attempt=2, first_id=5, newest_id=0, base_id=0)
    assert fresh.folder_is_unneeded(4)
    assert not fresh.folder_is_unneeded(5)


def test_files_of_older_attempts_are_orphans() -> None:
    assert NOW.is_orphan("chk-15/a2-v-0-0")
    assert NOW.is_orphan("shared/.tmp-a2-c9-v-0-0-abc")
    assert not NOW.is_orphan("shared/.tmp-a3-c9-v-0-0-abc")
    assert not NOW.is_orphan("shared/a1-c2-v-0-0")
    assert not NOW.is_orphan("chk-15/_metadata")


def test_names_contain_their_origin() -> None:
    assert origin_of(shared_name(3, 7, "c7-x", 2, 0)) == FileOrigin(3, 7, None)
    assert origin_of(merged_name(3, 4, "m1", 2, 0)) == FileOrigin(3, None, 4)
    assert origin_of(exclusive_name(3, 7, "c7-x", 2, 0)) == FileOrigin(3, None, None)
    assert origin_of("_metadata") is None
    assert exclusive_name(3, 7, "v", 2, 0).startswith("chk-7/a3-")


def test_names_of_different_vertices_differ() -> None:
    names = {shared_name(1, 1, vertex, 0, 0) for vertex in ("a b", "a/b", "a_b", "x" * 41, "x" * 42)}
    assert len(names) == 5
    assert not [name for name in names if name.count("/") != 1]


def test_folder_names_are_read_back() -> None:
    assert id_of_folder(folder_of(7)) == 7
    assert id_of_folder("shared") is None
    assert id_of_folder("chk-7x") is None


RESTARTED = replace(NOW, attempt=3, region_attempts=frozenset({5, 7}))
"""One region has restarted as 4 and 5, another as 6 and 7; the others are of attempt 3."""


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("shared/a2-c20-v-0-0", True),
        ("shared/a3-c15-v-0-0", False),  # of a region that has not restarted
        ("shared/a3-c13-v-0-1", True),
        ("shared/a3-m2-v-0-0", False),
        ("shared/a4-c15-v-0-0", True),  # of a region that has restarted
        ("shared/a4-m0-v-0-0", True),
        ("taskowned/a6-v-0-0", True),
        ("shared/a5-c15-v-0-0", False),  # of a running region
        ("shared/a7-m0-v-0-0", False),
        ("taskowned/a7-v-0-0", False),
        ("shared/a5-c13-v-0-0", True),
        ("shared/a8-c1-v-0-0", False),  # of a newer attempt
    ],
)
def test_files_of_a_region_are_removed_after_its_next_restart(path: str, expected: bool) -> None:
    assert RESTARTED.file_is_unneeded(path) is expected


@pytest.mark.parametrize(("attempt", "orphan"), [(2, True), (3, False), (4, True), (5, False), (6, True), (8, False)])
def test_files_of_ended_attempts_are_orphans(attempt: int, orphan: bool) -> None:
    assert RESTARTED.is_orphan(f"chk-15/a{attempt}-v-0-0") is orphan
