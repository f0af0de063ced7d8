"""ExecutionConfig: the settings of a program under Flink's method names, kept in its Configuration."""

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
# Settings that are kept for programs that read them back, and change nothing here.
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
        """The default number of subtasks of an operator; the number of cores if none was set."""
        return self._configuration.get(DEFAULT_PARALLELISM) or available_cores()

    def set_parallelism(self, parallelism: int) -> ExecutionConfig:
        """The number of subtasks of operators that set no number; PARALLELISM_DEFAULT: one for each core.

        PARALLELISM_UNKNOWN changes nothing.
        """
        if parallelism == self.PARALLELISM_UNKNOWN:
            return self
        if parallelism == 0:
            raise InvalidProgramError("parallelism must be at least 1, or -1 for one subtask for each core, not 0")
        return self._set_number(DEFAULT_PARALLELISM, 0 if parallelism == self.PARALLELISM_DEFAULT else parallelism)

    def get_max_parallelism(self) -> int:
        """The number of key groups: the most subtasks that a keyed operator can ever have."""
        return self._configuration.get(MAX_PARALLELISM)

    def set_max_parallelism(self, max_parallelism: int) -> ExecutionConfig:
        """The number of key groups. State restored from a savepoint keeps the number it was written with."""
        return self._set_number(MAX_PARALLELISM, max_parallelism)

    def set_auto_watermark_interval(self, interval: int) -> ExecutionConfig:
        """How often periodic watermarks are sent, in milliseconds."""
        return self._set_number(AUTO_WATERMARK_INTERVAL, interval)

    def get_auto_watermark_interval(self) -> int:
        """How often periodic watermarks are sent, in milliseconds."""
        return self._configuration.get(AUTO_WATERMARK_INTERVAL)

    def set_global_job_parameters(
        self, global_job_parameters_dict: Mapping[str, str] | ParameterTool
    ) -> ExecutionConfig:
        """Parameters that functions read with `get_job_parameter`: a dict, or a ParameterTool."""
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
        """Operators may go without a uid, which is the default."""
        return self._set(AUTO_GENERATE_UIDS, True)

    def disable_auto_generated_uids(self) -> ExecutionConfig:
        """Every operator must have a uid: a program with one that has none is rejected."""
        return self._set(AUTO_GENERATE_UIDS, False)

    def has_auto_generated_uids_enabled(self) -> bool:
        """Whether operators may go without a uid."""
        return self._configuration.get(AUTO_GENERATE_UIDS)

    def set_task_cancellation_timeout(self, timeout: int) -> ExecutionConfig:
        """How long `close()` of a canceled task's functions may take, in milliseconds; then the task is killed.

        The limit stays below `heartbeat.timeout`: at most four fifths of it, also if the timeout is 0.
        """
        return self._set_number(CANCELLATION_TIMEOUT, timeout)

    def get_task_cancellation_timeout(self) -> int:
        """How long a canceled task may take to close its functions, in milliseconds, below `heartbeat.timeout`."""
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
        """How often sources send latency markers, in milliseconds; 0 or less: never."""
        return self._set_number(LATENCY_INTERVAL, max(interval, 0))

    def get_latency_tracking_interval(self) -> int:
        """How often sources send latency markers, in milliseconds; 0: never."""
        return self._configuration.get(LATENCY_INTERVAL)

    def set_task_cancellation_interval(self, interval: int) -> ExecutionConfig:
        """Without effect: a task that is cancelled is interrupted once."""
        return self._set_number(_CANCELLATION_INTERVAL, interval)

    def get_task_cancellation_interval(self) -> int:
        """What was set, in milliseconds; it changes nothing."""
        return self._configuration.get(_CANCELLATION_INTERVAL)

    def set_use_snapshot_compression(self, use_snapshot_compression: bool) -> ExecutionConfig:
        """Without effect: snapshots are not compressed."""
        return self._set(_SNAPSHOT_COMPRESSION, use_snapshot_compression)

    def is_use_snapshot_compression(self) -> bool:
        """What was set; it changes nothing."""
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
