"""ExecutionConfig: the settings of a program under Flink's method names, stored in its Configuration."""

from __future__ import annotations

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
from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.machine import available_cores

T = TypeVar("T")
# Settings without effect, for programs that read them back.
_CLOSURE_CLEANER: Final = ConfigOption("pipeline.closure-cleaner-level", str, "RECURSIVE")
_OBJECT_REUSE: Final = ConfigOption("pipeline.object-reuse", parse_bool, False)
_CANCELLATION_INTERVAL: Final = ConfigOption("task.cancellation.interval", parse_duration_ms, 30_000)
_SNAPSHOT_COMPRESSION: Final = ConfigOption("execution.checkpointing.snapshot-compression", parse_bool, False)


class ExecutionConfig:
    """Settings that apply to all operators of a program, under Flink's method names."""

    PARALLELISM_DEFAULT: Final = -1
    PARALLELISM_UNKNOWN: Final = -2

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration

    def get_parallelism(self) -> int:
        """The default parallelism of operators; by default the number of cores."""
        return self._configuration.get(DEFAULT_PARALLELISM) or available_cores()

    def set_parallelism(self, parallelism: int) -> ExecutionConfig:
        """Sets the parallelism of operators that do not set one; PARALLELISM_DEFAULT: the number of cores.

        PARALLELISM_UNKNOWN changes nothing.
        """
        if parallelism == self.PARALLELISM_UNKNOWN:
            return self
        if parallelism == 0:
            raise InvalidProgramError("parallelism must be at least 1, or -1 for one subtask for each core, not 0")
        return self._set_number(DEFAULT_PARALLELISM, 0 if parallelism == self.PARALLELISM_DEFAULT else parallelism)

    def get_max_parallelism(self) -> int:
        """The number of key groups: the maximum parallelism of a keyed operator."""
        return self._configuration.get(MAX_PARALLELISM)

    def set_max_parallelism(self, max_parallelism: int) -> ExecutionConfig:
        """Sets the number of key groups. State restored from a savepoint keeps the number it was written with."""
        return self._set_number(MAX_PARALLELISM, max_parallelism)

    def set_auto_watermark_interval(self, interval: int) -> ExecutionConfig:
        """Sets the interval of periodic watermarks, in milliseconds."""
        return self._set_number(AUTO_WATERMARK_INTERVAL, interval)

    def get_auto_watermark_interval(self) -> int:
        """The interval of periodic watermarks, in milliseconds."""
        return self._configuration.get(AUTO_WATERMARK_INTERVAL)

    def set_global_job_parameters(
        self, global_job_parameters_dict: Mapping[str, str] | ParameterTool
    ) -> ExecutionConfig:
        """Sets parameters that functions read with `get_job_parameter`: a dict, or a ParameterTool."""
        parameters = global_job_parameters_dict
        if isinstance(parameters, ParameterTool):
            parameters = parameters.to_map()
        if not isinstance(parameters, Mapping) or not all(isinstance(key, str) for key in parameters):
            raise ArgumentTypeError(f"expected a dict whose keys are str, or a ParameterTool, got {parameters!r}")
        return self._set(GLOBAL_JOB_PARAMETERS, {key: str(value) for key, value in parameters.items()})

    def get_global_job_parameters(self) -> dict[str, str]:
        """A copy of the parameters that functions read with `get_job_parameter`."""
        return self._configuration.get(GLOBAL_JOB_PARAMETERS).copy()

    def enable_auto_generated_uids(self) -> ExecutionConfig:
        """Operators may have no uid, which is the default."""
        return self._set(AUTO_GENERATE_UIDS, True)

    def disable_auto_generated_uids(self) -> ExecutionConfig:
        """Every operator must have a uid: a program without one on each operator is rejected."""
        return self._set(AUTO_GENERATE_UIDS, False)

    def has_auto_generated_uids_enabled(self) -> bool:
        """Whether operators may have no uid."""
        return self._configuration.get(AUTO_GENERATE_UIDS)

    def set_task_cancellation_timeout(self, timeout: int) -> ExecutionConfig:
        """Sets the time limit for `close()` of a canceled task's functions, in milliseconds; then the task is killed.

        The limit stays below `heartbeat.timeout`: at most four fifths of it, also if the timeout is 0.
        """
        return self._set_number(CANCELLATION_TIMEOUT, timeout)

    def get_task_cancellation_timeout(self) -> int:
        """The time limit for closing the functions of a canceled task, in milliseconds, below `heartbeat.timeout`."""
        return self._configuration.get(CANCELLATION_TIMEOUT)

    # Without effect
    # -------------------------------------------------------------------------------------------------------

    def enable_closure_cleaner(self) -> ExecutionConfig:
        """No effect: cloudpickle sends only the parts of a closure that are used."""
        return self._set(_CLOSURE_CLEANER, "RECURSIVE")

    def disable_closure_cleaner(self) -> ExecutionConfig:
        """No effect, like `enable_closure_cleaner`."""
        return self._set(_CLOSURE_CLEANER, "NONE")

    def is_closure_cleaner_enabled(self) -> bool:
        """The setting, which has no effect."""
        return self._configuration.get(_CLOSURE_CLEANER) != "NONE"

    def enable_object_reuse(self) -> ExecutionConfig:
        """No effect: chained operators always pass on the same objects, so never change a record."""
        return self._set(_OBJECT_REUSE, True)

    def disable_object_reuse(self) -> ExecutionConfig:
        """No effect, like `enable_object_reuse`."""
        return self._set(_OBJECT_REUSE, False)

    def is_object_reuse_enabled(self) -> bool:
        """The setting, which has no effect."""
        return self._configuration.get(_OBJECT_REUSE)

    def set_latency_tracking_interval(self, interval: int) -> ExecutionConfig:
        """Sets the interval of latency markers from sources, in milliseconds; 0 or less: none."""
        return self._set_number(LATENCY_INTERVAL, max(interval, 0))

    def get_latency_tracking_interval(self) -> int:
        """The interval of latency markers from sources, in milliseconds; 0: none."""
        return self._configuration.get(LATENCY_INTERVAL)

    def set_task_cancellation_interval(self, interval: int) -> ExecutionConfig:
        """No effect: a canceled task is interrupted once."""
        return self._set_number(_CANCELLATION_INTERVAL, interval)

    def get_task_cancellation_interval(self) -> int:
        """The setting, in milliseconds, which has no effect."""
        return self._configuration.get(_CANCELLATION_INTERVAL)

    def set_use_snapshot_compression(self, use_snapshot_compression: bool) -> ExecutionConfig:
        """No effect: snapshots are not compressed."""
        return self._set(_SNAPSHOT_COMPRESSION, use_snapshot_compression)

    def is_use_snapshot_compression(self) -> bool:
        """The setting, which has no effect."""
        return self._configuration.get(_SNAPSHOT_COMPRESSION)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExecutionConfig) and other._configuration == self._configuration

    def __hash__(self) -> int:
        return hash(self._configuration)

    def _set_number(self, option: ConfigOption[int], number: int) -> ExecutionConfig:
        if type(number) is not int:
            raise ArgumentTypeError(f"{option.key}: expected an int, got {number!r}")
        return self._set(option, number)

    def _set(self, option: ConfigOption[T], value: T) -> ExecutionConfig:
        Configuration().set(option, value).get(option)  # raises at once for a value that cannot be parsed
        self._configuration.set(option, value)
        return self
