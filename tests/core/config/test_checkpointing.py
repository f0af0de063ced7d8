"""What a configuration says of checkpoints where several options meet, and what cannot be done."""

from __future__ import annotations

import pytest

from pyrite.core.config import former_names
from pyrite.core.config.checkpoint_options import CheckpointingMode
from pyrite.core.config.checkpointing import (
    check_checkpointing,
    checkpoint_storage,
    checkpointing_mode,
    is_checkpointing_enabled,
    is_unaligned,
)
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError

PREFIX = "execution.checkpointing."
ON = {PREFIX + "interval": "1 s"}
RETAINED = {PREFIX + "externalized-checkpoint-retention": "RETAIN_ON_CANCELLATION"}


@pytest.fixture(autouse=True)
def nothing_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(former_names, "_warned", set())


@pytest.mark.parametrize(
    ("values", "expected"),
    [({}, False), (ON, True), ({**ON, "execution.runtime-mode": "BATCH"}, False), ({PREFIX + "interval": "0"}, False)],
)
def test_checkpoints_are_on_with_an_interval_in_streaming(values: dict[str, str], expected: bool) -> None:
    assert is_checkpointing_enabled(Configuration(values)) is expected


def test_mode_is_at_least_once_without_checkpoints_as_in_flink() -> None:
    assert checkpointing_mode(Configuration()) is CheckpointingMode.AT_LEAST_ONCE
    assert checkpointing_mode(Configuration(ON)) is CheckpointingMode.EXACTLY_ONCE


def test_unaligned_is_for_exactly_once_only(caplog: pytest.LogCaptureFixture) -> None:
    unaligned = {**ON, PREFIX + "unaligned.enabled": "true"}
    at_least_once = Configuration({**unaligned, PREFIX + "mode": "AT_LEAST_ONCE"})
    assert is_unaligned(Configuration(unaligned))
    assert not is_unaligned(at_least_once)
    check_checkpointing(at_least_once)
    assert "AT_LEAST_ONCE, which does not align" in caplog.text


@pytest.mark.parametrize(
    ("storage", "directory", "expected"),
    [
        ("", "", "jobmanager"),
        ("", "/checkpoints", "filesystem"),
        ("jobmanager", "", "jobmanager"),
        ("jobmanager", "/checkpoints", "filesystem"),
        ("filesystem", "/checkpoints", "filesystem"),
    ],
)
def test_storage_goes_by_the_directory(storage: str, directory: str, expected: str) -> None:
    values = {PREFIX + "storage": storage, PREFIX + "dir": directory}
    assert checkpoint_storage(Configuration({key: text for key, text in values.items() if text})) == expected


def test_filesystem_storage_without_a_directory_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match=r"storage is filesystem, but execution\.checkpointing\.dir"):
        check_checkpointing(Configuration({**ON, PREFIX + "storage": "filesystem"}))


def test_retention_without_a_directory_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match=r"RETAIN_ON_CANCELLATION, but .*set execution\.checkpointing\.dir"):
        check_checkpointing(Configuration({**ON, **RETAINED}))
    check_checkpointing(Configuration({**ON, **RETAINED, "state.checkpoints.dir": "/checkpoints"}))


def test_concurrent_unaligned_checkpoints_are_refused() -> None:
    values = {**ON, PREFIX + "unaligned": "true", PREFIX + "max-concurrent-checkpoints": "2"}
    with pytest.raises(InvalidProgramError, match=r"max-concurrent-checkpoints is 2: with .*unaligned\.enabled"):
        check_checkpointing(Configuration(values))


def test_options_that_meet_are_not_checked_without_checkpoints() -> None:
    check_checkpointing(Configuration({**RETAINED, PREFIX + "storage": "filesystem"}))


@pytest.mark.parametrize("key", ["state.backend.type", "restart-strategy", "pipeline.job-id"])
def test_value_that_cannot_be_read_is_reported_before_the_job_starts(key: str) -> None:
    with pytest.raises(InvalidProgramError, match=rf"{key} = 'no such thing'"):
        check_checkpointing(Configuration({key: "no such thing"}))


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("state.changelog.enabled", "true"),
        ("state.backend.changelog.enabled", "true"),
        ("state.backend.rocksdb.options-factory", "org.my.Factory"),
        ("execution.state-recovery.approximate-local-recovery", "true"),
    ],
)
def test_unsupported_key_is_named(key: str, text: str) -> None:
    with pytest.raises(InvalidProgramError, match=r"(state|execution)\.[a-z.-]+\)? is not supported"):
        check_checkpointing(Configuration({key: text}))


def test_unsupported_key_that_is_off_is_no_error() -> None:
    off = {"state.changelog.enabled": "false", "execution.state-recovery.approximate-local-recovery": "false"}
    check_checkpointing(Configuration(off))
