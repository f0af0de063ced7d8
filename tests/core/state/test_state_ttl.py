"""StateTtlConfig: what its builder makes."""

from __future__ import annotations

import pickle

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.core.state.state_ttl import StateTtlConfig
from pyrite.core.time.time import Duration, Time

Cleanup = StateTtlConfig.CleanupStrategies
Strategies = Cleanup.Strategies


def built(builder: StateTtlConfig.Builder | None = None) -> StateTtlConfig:
    return (builder or StateTtlConfig.new_builder(Time.seconds(1))).build()


def test_config_has_flinks_defaults() -> None:
    config = built()
    assert config.get_update_type() is StateTtlConfig.UpdateType.OnCreateAndWrite
    assert config.get_state_visibility() is StateTtlConfig.StateVisibility.NeverReturnExpired
    assert config.get_ttl_time_characteristic() is StateTtlConfig.TtlTimeCharacteristic.ProcessingTime
    assert (config.get_ttl(), config.is_enabled()) == (Time.seconds(1), True)
    assert config.get_cleanup_strategies().is_cleanup_in_background()


@pytest.mark.parametrize("ttl", [Time.minutes(2), Duration.of_minutes(2)])
def test_time_may_be_a_time_or_a_duration(ttl: Time | Duration) -> None:
    assert built(StateTtlConfig.new_builder(ttl)).get_ttl().to_milliseconds() == 120_000
    assert built(StateTtlConfig.new_builder(Time.seconds(1)).set_ttl(ttl)).get_ttl().to_milliseconds() == 120_000


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("update_ttl_on_create_and_write", StateTtlConfig.UpdateType.OnCreateAndWrite),
        ("update_ttl_on_read_and_write", StateTtlConfig.UpdateType.OnReadAndWrite),
    ],
)
def test_update_type_has_a_method_for_each(method: str, expected: StateTtlConfig.UpdateType) -> None:
    builder = StateTtlConfig.new_builder(Time.seconds(1)).set_update_type(StateTtlConfig.UpdateType.Disabled)
    assert getattr(builder, method)().build().get_update_type() is expected


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("return_expired_if_not_cleaned_up", StateTtlConfig.StateVisibility.ReturnExpiredIfNotCleanedUp),
        ("never_return_expired", StateTtlConfig.StateVisibility.NeverReturnExpired),
    ],
)
def test_visibility_has_a_method_for_each(method: str, expected: StateTtlConfig.StateVisibility) -> None:
    other = next(item for item in StateTtlConfig.StateVisibility if item is not expected)
    builder = StateTtlConfig.new_builder(Time.seconds(1)).set_state_visibility(other)
    assert getattr(builder, method)().build().get_state_visibility() is expected


def test_processing_time_is_the_only_clock() -> None:
    builder = StateTtlConfig.new_builder(Time.seconds(1)).use_processing_time()
    expected = StateTtlConfig.TtlTimeCharacteristic.ProcessingTime
    assert builder.build().get_ttl_time_characteristic() is expected
    assert builder.set_ttl_time_characteristic(expected).build().get_ttl_time_characteristic() is expected


def test_disabled_config_may_have_any_time() -> None:
    builder = StateTtlConfig.new_builder(Time.milliseconds(0))
    assert not builder.set_update_type(StateTtlConfig.UpdateType.Disabled).build().is_enabled()


@pytest.mark.parametrize("ttl_ms", [0, -5])
def test_time_that_is_not_positive_is_refused(ttl_ms: int) -> None:
    with pytest.raises(InvalidProgramError, match="must be positive"):
        StateTtlConfig.new_builder(Time.milliseconds(ttl_ms)).build()


def test_background_cleanup_has_default_strategies() -> None:
    strategies = built().get_cleanup_strategies()
    incremental = strategies.get_incremental_cleanup_strategy()
    compaction = strategies.get_rocksdb_compact_filter_cleanup_strategy()
    assert incremental is not None and compaction is not None
    assert (incremental.get_cleanup_size(), incremental.run_cleanup_for_every_record()) == (1, False)
    assert (compaction.get_query_time_after_num_entries(), compaction.get_periodic_compaction_time()) == (1000, None)
    assert not strategies.in_full_snapshot()


def test_disabled_background_has_no_strategies_but_those_that_were_set() -> None:
    builder = StateTtlConfig.new_builder(Time.seconds(1)).disable_cleanup_in_background()
    strategies = builder.build().get_cleanup_strategies()
    assert not strategies.is_cleanup_in_background()
    assert strategies.get_incremental_cleanup_strategy() is None
    assert strategies.get_rocksdb_compact_filter_cleanup_strategy() is None
    actual = builder.cleanup_incrementally(7).build().get_cleanup_strategies()
    set_one = actual.get_incremental_cleanup_strategy()
    assert set_one is not None and set_one.get_cleanup_size() == 7
    assert not actual.is_cleanup_in_background()


def test_strategies_that_were_set_are_found() -> None:
    builder = StateTtlConfig.new_builder(Time.seconds(1)).cleanup_full_snapshot().cleanup_incrementally(10, True)
    builder.cleanup_in_rocksdb_compact_filter(50, Duration.of_hours(1))
    strategies = builder.build().get_cleanup_strategies()
    incremental = strategies.get_incremental_cleanup_strategy()
    compaction = strategies.get_rocksdb_compact_filter_cleanup_strategy()
    assert incremental is not None and compaction is not None
    assert (incremental.get_cleanup_size(), incremental.run_cleanup_for_every_record()) == (10, True)
    assert compaction.get_query_time_after_num_entries() == 50
    assert compaction.get_periodic_compaction_time() == Duration.of_hours(1)
    assert strategies.in_full_snapshot()
    assert set(strategies.strategies) == set(Strategies)


def test_negative_number_of_entries_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="-1"):
        StateTtlConfig.new_builder(Time.seconds(1)).cleanup_incrementally(-1)


def test_built_config_does_not_change_with_its_builder() -> None:
    builder = StateTtlConfig.new_builder(Time.seconds(1))
    config = builder.build()
    builder.set_ttl(Time.seconds(5)).cleanup_full_snapshot().update_ttl_on_read_and_write()
    assert config.get_ttl() == Time.seconds(1)
    assert config.get_update_type() is StateTtlConfig.UpdateType.OnCreateAndWrite
    assert not config.get_cleanup_strategies().in_full_snapshot()


def test_config_travels() -> None:
    config = built(StateTtlConfig.new_builder(Time.seconds(1)).cleanup_incrementally(7).update_ttl_on_read_and_write())
    travelled = pickle.loads(pickle.dumps(config))
    strategy = travelled.get_cleanup_strategies().get_incremental_cleanup_strategy()
    assert (travelled.get_ttl(), travelled.get_update_type()) == (config.get_ttl(), config.get_update_type())
    assert strategy.get_cleanup_size() == 7
