"""StateTtlConfig: the time to live of entries of keyed state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Optional, TypeAlias

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.time.time import Duration, Time


@persisted("state-ttl-config/1")
@dataclass(frozen=True)
class StateTtlConfig:
    """How long an entry lives after a write (or read), and how it is removed. Created by `new_builder`.

    >>> descriptor = ValueStateDescriptor("last seen")
    >>> descriptor.enable_time_to_live(StateTtlConfig.new_builder(Time.hours(1)).update_ttl_on_read_and_write().build())
    """

    @persisted("state-ttl-config-update-type/1")
    class UpdateType(Enum):
        """The accesses that renew an entry's time to live."""

        Disabled = 0
        OnCreateAndWrite = 1
        OnReadAndWrite = 2

    @persisted("state-ttl-config-state-visibility/1")
    class StateVisibility(Enum):
        """Whether an expired entry can be read until it is removed."""

        ReturnExpiredIfNotCleanedUp = 0
        NeverReturnExpired = 1

    @persisted("state-ttl-config-ttl-time-characteristic/1")
    class TtlTimeCharacteristic(Enum):
        """The clock of the time to live."""

        ProcessingTime = 0

    @persisted("state-ttl-config-cleanup-strategies/1")
    class CleanupStrategies:
        """The strategies for removing expired entries, in addition to reads, which drop an expired entry."""

        @persisted("state-ttl-config-cleanup-strategies-strategies/1")
        class Strategies(Enum):
            """When unread expired entries are removed."""

            FULL_STATE_SCAN_SNAPSHOT = 0
            INCREMENTAL_CLEANUP = 1
            ROCKSDB_COMPACTION_FILTER = 2

        @persisted("state-ttl-config-cleanup-strategies-cleanup-strategy/1")
        class CleanupStrategy:
            """The settings of one cleanup strategy."""

        @persisted("state-ttl-config-cleanup-strategies-empty-cleanup-strategy/1")
        class EmptyCleanupStrategy(CleanupStrategy):
            """A strategy without settings."""

        @persisted("state-ttl-config-cleanup-strategies-incremental-cleanup-strategy/1")
        class IncrementalCleanupStrategy(CleanupStrategy):
            """Checks some entries at every access of the state."""

            def __init__(self, cleanup_size: int, run_cleanup_for_every_record: bool = False) -> None:
                self._cleanup_size = cleanup_size
                self._every_record = run_cleanup_for_every_record

            def get_cleanup_size(self) -> int:
                """The number of entries to check at every access."""
                return self._cleanup_size

            def run_cleanup_for_every_record(self) -> bool:
                """Whether every record counts as an access."""
                return self._every_record

        @persisted("state-ttl-config-cleanup-strategies-rocksdb-compact-filter-cleanup-strategy/1")
        @dataclass(frozen=True)
        class RocksdbCompactFilterCleanupStrategy(CleanupStrategy):
            """Drops expired entries when RocksDB rewrites its files."""

            query_time_after_num_entries: int
            periodic_compaction_time: Optional[Duration] = None

            def get_query_time_after_num_entries(self) -> int:
                """The number of entries after which the clock is read again."""
                return self.query_time_after_num_entries

            def get_periodic_compaction_time(self) -> Optional[Duration]:
                """The age at which a file is rewritten; None: RocksDB decides."""
                return self.periodic_compaction_time

        EMPTY_STRATEGY = EmptyCleanupStrategy()

        def __init__(
            self,
            strategies: Optional[Mapping[Strategies, CleanupStrategy]] = None,
            is_cleanup_in_background: bool = True,
        ) -> None:
            self.strategies = dict(strategies or {})
            self._in_background = is_cleanup_in_background

        def is_cleanup_in_background(self) -> bool:
            """Whether the backend removes expired entries in the background."""
            return self._in_background

        def in_full_snapshot(self) -> bool:
            """Whether full snapshots leave expired entries out."""
            return Strategies.FULL_STATE_SCAN_SNAPSHOT in self.strategies

        def get_incremental_cleanup_strategy(self) -> Optional[IncrementalCleanupStrategy]:
            """The configured strategy; by default the strategy of the background cleanup."""
            default = IncrementalCleanupStrategy(1) if self._in_background else None
            strategy = self.strategies.get(Strategies.INCREMENTAL_CLEANUP, default)
            return strategy if isinstance(strategy, IncrementalCleanupStrategy) else None

        def get_rocksdb_compact_filter_cleanup_strategy(self) -> Optional[RocksdbCompactFilterCleanupStrategy]:
            """The configured strategy; by default the strategy of the background cleanup."""
            default = RocksdbCompactFilterCleanupStrategy(1000) if self._in_background else None
            strategy = self.strategies.get(Strategies.ROCKSDB_COMPACTION_FILTER, default)
            return strategy if isinstance(strategy, RocksdbCompactFilterCleanupStrategy) else None

    @persisted("state-ttl-config-builder/1")
    class Builder:
        """Builds a StateTtlConfig; by default, writes renew an entry and expired entries are never returned."""

        def __init__(self, ttl: Time | Duration) -> None:
            self._config = StateTtlConfig(
                UpdateType.OnCreateAndWrite,
                StateVisibility.NeverReturnExpired,
                TtlTimeCharacteristic.ProcessingTime,
                _as_time(ttl),
                CleanupStrategies(),
            )

        def set_update_type(self, update_type: UpdateType) -> Builder:
            """Sets the accesses that renew an entry's time to live."""
            self._config = replace(self._config, update_type=update_type)
            return self

        def update_ttl_on_create_and_write(self) -> Builder:
            """Writes renew an entry, which is the default."""
            return self.set_update_type(UpdateType.OnCreateAndWrite)

        def update_ttl_on_read_and_write(self) -> Builder:
            """Reads renew an entry too."""
            return self.set_update_type(UpdateType.OnReadAndWrite)

        def set_state_visibility(self, state_visibility: StateVisibility) -> Builder:
            """Sets whether an expired entry can be read until it is removed."""
            self._config = replace(self._config, state_visibility=state_visibility)
            return self

        def return_expired_if_not_cleaned_up(self) -> Builder:
            """An expired entry can be read until it is removed."""
            return self.set_state_visibility(StateVisibility.ReturnExpiredIfNotCleanedUp)

        def never_return_expired(self) -> Builder:
            """Expired entries are never returned, which is the default."""
            return self.set_state_visibility(StateVisibility.NeverReturnExpired)

        def set_ttl_time_characteristic(self, ttl_time_characteristic: TtlTimeCharacteristic) -> Builder:
            """Sets the clock of the time to live; only processing time is supported."""
            self._config = replace(self._config, ttl_time_characteristic=ttl_time_characteristic)
            return self

        def use_processing_time(self) -> Builder:
            """Entries expire by the clock, which is the default."""
            return self.set_ttl_time_characteristic(TtlTimeCharacteristic.ProcessingTime)

        def cleanup_full_snapshot(self) -> Builder:
            """Leaves expired entries out of full snapshots."""
            return self._with(Strategies.FULL_STATE_SCAN_SNAPSHOT, EmptyCleanupStrategy())

        def cleanup_incrementally(self, cleanup_size: int, run_cleanup_for_every_record: bool = False) -> Builder:
            """Checks about `cleanup_size` entries at every access."""
            if cleanup_size < 0:
                raise InvalidProgramError(f"the number of entries to check must not be negative: {cleanup_size}")
            strategy = IncrementalCleanupStrategy(cleanup_size, run_cleanup_for_every_record)
            return self._with(Strategies.INCREMENTAL_CLEANUP, strategy)

        def cleanup_in_rocksdb_compact_filter(
            self, query_time_after_num_entries: int, periodic_compaction_time: Optional[Duration] = None
        ) -> Builder:
            """Drops expired entries when RocksDB rewrites its files."""
            strategy = RocksdbCompactFilterCleanupStrategy(query_time_after_num_entries, periodic_compaction_time)
            return self._with(Strategies.ROCKSDB_COMPACTION_FILTER, strategy)

        def disable_cleanup_in_background(self) -> Builder:
            """Only accesses and the configured strategies remove expired entries."""
            current = self._config.cleanup_strategies
            self._config = replace(self._config, cleanup_strategies=CleanupStrategies(current.strategies, False))
            return self

        def set_ttl(self, ttl: Time | Duration) -> Builder:
            """Sets how long an entry lives after its last renewal."""
            self._config = replace(self._config, ttl=_as_time(ttl))
            return self

        def build(self) -> StateTtlConfig:
            """The configuration. InvalidProgramError if the time to live is not positive."""
            if self._config.is_enabled() and self._config.ttl.to_milliseconds() <= 0:
                raise InvalidProgramError(f"a state's time to live must be positive, not {self._config.ttl}")
            return self._config

        def _with(self, kind: Strategies, strategy: CleanupStrategy) -> Builder:
            current = self._config.cleanup_strategies
            changed = CleanupStrategies({**current.strategies, kind: strategy}, current.is_cleanup_in_background())
            self._config = replace(self._config, cleanup_strategies=changed)
            return self

    update_type: UpdateType
    state_visibility: StateVisibility
    ttl_time_characteristic: TtlTimeCharacteristic
    ttl: Time
    cleanup_strategies: CleanupStrategies

    def get_update_type(self) -> UpdateType:
        """The accesses that renew an entry's time to live."""
        return self.update_type

    def get_state_visibility(self) -> StateVisibility:
        """Whether an expired entry can be read until it is removed."""
        return self.state_visibility

    def get_ttl(self) -> Time:
        """How long an entry lives after its last renewal."""
        return self.ttl

    def get_ttl_time_characteristic(self) -> TtlTimeCharacteristic:
        """The clock of the time to live."""
        return self.ttl_time_characteristic

    def is_enabled(self) -> bool:
        """Whether entries expire at all."""
        return self.update_type is not UpdateType.Disabled

    def get_cleanup_strategies(self) -> CleanupStrategies:
        """The strategies for removing expired entries."""
        return self.cleanup_strategies

    @staticmethod
    def new_builder(ttl: Time | Duration) -> Builder:
        """Starts a configuration with this time to live."""
        return Builder(ttl)


UpdateType: TypeAlias = StateTtlConfig.UpdateType
StateVisibility: TypeAlias = StateTtlConfig.StateVisibility
TtlTimeCharacteristic: TypeAlias = StateTtlConfig.TtlTimeCharacteristic
CleanupStrategies: TypeAlias = StateTtlConfig.CleanupStrategies
Builder: TypeAlias = StateTtlConfig.Builder
Strategies: TypeAlias = CleanupStrategies.Strategies
CleanupStrategy: TypeAlias = CleanupStrategies.CleanupStrategy
EmptyCleanupStrategy: TypeAlias = CleanupStrategies.EmptyCleanupStrategy
IncrementalCleanupStrategy: TypeAlias = CleanupStrategies.IncrementalCleanupStrategy
RocksdbCompactFilterCleanupStrategy: TypeAlias = CleanupStrategies.RocksdbCompactFilterCleanupStrategy


def _as_time(ttl: Time | Duration) -> Time:
    return Time.milliseconds(ttl.to_millis()) if isinstance(ttl, Duration) else ttl
