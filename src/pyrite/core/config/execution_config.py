"""ExecutionConfig: the settings of a program under Flink's method names, kept in its Configuration."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, TypeVar

from pyrite.core.config.config_options import ConfigOption, parse_bool, parse_duration_ms
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.metric_options import LATENCY_INTERVAL
from pyrite.core.config.options import (
    AUTO_GENERATE_UIDS,
    AUTO_WATERMARK_INTERVAL,
    CANCELLATION_TIMEOUT,
    DEFAULT_PARALLELISM,
    GLOBAL_JOB_PARAMETERS,
    MAX_PARALLELISM,
)
from pyrite.core.config.parameter_tool import ParameterTool

T = TypeVar("T")
# Settings that are kept for programs that read them back, and change nothing here.
_CLOSURE_CLEANER: Final = ConfigOption("pipeline.closure-cleaner-level", str, "RECURSIVE")
_OBJECT_REUSE: Final = ConfigOption("pipeline.object-reuse", parse_bool, True)
_CANCELLATION_INTERVAL: Final = ConfigOption("task.cancellation.interval", parse_duration_ms, 30_000)
_SNAPSHOT_COMPRESSION: Final = ConfigOption("execution.checkpointing.snapshot-compression", parse_bool, False)


class ExecutionConfig:
    """Settings that apply to all operators of a program, under Flink's method names."""

    PARALLELISM_DEFAULT: Final = -1
    PARALLELISM_UNKNOWN: Final = -2

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration

    def get_parallelism(self) -> int:
        """The default number of subtasks of an operator; the number of cores if none was set."""
        return self._configuration.get(DEFAULT_PARALLELISM) or len(os.sched_getaffinity(0))

    def set_parallelism(self, parallelism: int) -> ExecutionConfig:
        """The number of subtasks of operators that set none of their own; PARALLELISM_DEFAULT: one for each core."""
        return self._set(DEFAULT_PARALLELISM, 0 if parallelism == self.PARALLELISM_DEFAULT else parallelism)

    def get_max_parallelism(self) -> int:
        """The number of key groups: the most subtasks that a keyed operator can ever have."""
        return self._configuration.get(MAX_PARALLELISM)

    def set_max_parallelism(self, max_parallelism: int) -> ExecutionConfig:
        """The number of key groups. State restored from a savepoint keeps the number it was written with."""
        return self._set(MAX_PARALLELISM, max_parallelism)

    def set_auto_watermark_interval(self, interval: int) -> ExecutionConfig:
        """How often periodic watermarks are sent, in milliseconds."""
        return self._set(AUTO_WATERMARK_INTERVAL, interval)

    def get_auto_watermark_interval(self) -> int:
        """How often periodic watermarks are sent, in milliseconds."""
        return self._configuration.get(AUTO_WATERMARK_INTERVAL)

    def set_global_job_parameters(
        self, global_job_parameters_dict: Mapping[str, str] | ParameterTool
    ) -> ExecutionConfig:
        """Parameters that functions read with `get_job_parameter`: a dict, or a ParameterTool."""
        parameters = global_job_parameters_dict
        return self._set(
            GLOBAL_JOB_PARAMETERS, dict(parameters.to_map() if isinstance(parameters, ParameterTool) else parameters)
        )

    def get_global_job_parameters(self) -> dict[str, str]:
        """A copy of the parameters that functions read with `get_job_parameter`."""
        return self._configuration.get(GLOBAL_JOB_PARAMETERS).copy()

    def enable_auto_generated_uids(self) -> ExecutionConfig:
        """Operators may go without a uid, which is the default."""
        return self._set(AUTO_GENERATE_UIDS, True)

    def disable_auto_generated_uids(self) -> ExecutionConfig:
        """Every operator must have a uid: a program with one that has none is rejected."""
        return self._set(AUTO_GENERATE_UIDS, False)

    def has_auto_generated_uids_enabled(self) -> bool:
        """Whether operators may go without a uid."""
        return self._configuration.get(AUTO_GENERATE_UIDS)

    def set_task_cancellation_timeout(self, timeout: int) -> ExecutionConfig:
        """How long `close()` of a cancelled task's functions may take, in milliseconds; then the task is killed."""
        return self._set(CANCELLATION_TIMEOUT, timeout)

    def get_task_cancellation_timeout(self) -> int:
        """How long a cancelled task may take to close its functions, in milliseconds."""
        return self._configuration.get(CANCELLATION_TIMEOUT)

    # Kept, without effect ---------------------------------------------------------------------------------------------

    def enable_closure_cleaner(self) -> ExecutionConfig:
        """Without effect: cloudpickle sends only what a closure uses."""
        return self._set(_CLOSURE_CLEANER, "RECURSIVE")

    def disable_closure_cleaner(self) -> ExecutionConfig:
        """Without effect, like `enable_closure_cleaner`."""
        return self._set(_CLOSURE_CLEANER, "NONE")

    def is_closure_cleaner_enabled(self) -> bool:
        """What was set; it changes nothing."""
        return self._configuration.get(_CLOSURE_CLEANER) != "NONE"

    def enable_object_reuse(self) -> ExecutionConfig:
        """Without effect: chained operators always hand on the same objects, so never change a record."""
        return self._set(_OBJECT_REUSE, True)

    def disable_object_reuse(self) -> ExecutionConfig:
        """Without effect, like `enable_object_reuse`."""
        return self._set(_OBJECT_REUSE, False)

    def is_object_reuse_enabled(self) -> bool:
        """What was set; it changes nothing."""
        return self._configuration.get(_OBJECT_REUSE)

    def set_latency_tracking_interval(self, interval: int) -> ExecutionConfig:
        """How often sources send latency markers, in milliseconds; 0: never."""
        return self._set(LATENCY_INTERVAL, interval)

    def get_latency_tracking_interval(self) -> int:
        """How often sources send latency markers, in milliseconds; 0: never."""
        return self._configuration.get(LATENCY_INTERVAL)

    def set_task_cancellation_interval(self, interval: int) -> ExecutionConfig:
        """Without effect: a task that is cancelled is interrupted once."""
        return self._set(_CANCELLATION_INTERVAL, interval)

    def get_task_cancellation_interval(self) -> int:
        """What was set, in milliseconds; it changes nothing."""
        return self._configuration.get(_CANCELLATION_INTERVAL)

    def set_use_snapshot_compression(self, use_snapshot_compression: bool) -> ExecutionConfig:
        """Without effect: snapshots are not compressed."""
        return self._set(_SNAPSHOT_COMPRESSION, use_snapshot_compression)

    def is_use_snapshot_compression(self) -> bool:
        """What was set; it changes nothing."""
        return self._configuration.get(_SNAPSHOT_COMPRESSION)

    def _set(self, option: ConfigOption[T], value: T) -> ExecutionConfig:
        Configuration().set(option, value).get(option)  # raises at once for a value that cannot be parsed
        self._configuration.set(option, value)
        return self
