"""StreamExecutionEnvironment: where a program begins and is run."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Optional

from pyrite.connectors.builtin.collection import CollectionSource
from pyrite.connectors.builtin.number_sequence import NumberSequenceSource
from pyrite.connectors.builtin.socket_text import SocketTextSource
from pyrite.connectors.builtin.source_function import SourceFunctionSource
from pyrite.core.arguments import check_argument
from pyrite.core.config.checkpoint_options import JOB_ID
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.execution_config import ExecutionConfig
from pyrite.core.config.former_keys import with_present_keys
from pyrite.core.config.options import (
    BUFFER_TIMEOUT,
    CACHED_FILES,
    CHAIN_DIFFERENT_MAX_PARALLELISM,
    JOB_NAME,
    MAX_PARALLELISM,
    OPERATOR_CHAINING,
    PYTHON_ARCHIVES,
    PYTHON_EXECUTABLE,
    PYTHON_FILES,
    PYTHON_REQUIREMENTS,
    RUNTIME_MODE,
    RuntimeExecutionMode,
)
from pyrite.core.connector.input_format import InputFormat
from pyrite.core.connector.source import Source
from pyrite.core.errors import InvalidProgramError
from pyrite.core.file_uri import local_path
from pyrite.core.functions.source_function import SourceFunction
from pyrite.core.functions.user_function import check_function, shorten
from pyrite.core.job.job_client import JobClient
from pyrite.core.job.job_code import JobCode
from pyrite.core.job.job_execution_result import JobExecutionResult
from pyrite.core.job.job_id import JobID
from pyrite.core.job.migration import Migration
from pyrite.core.time.time_characteristic import TIME_CHARACTERISTIC, TimeCharacteristic
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.core.types.types_factory import TypeInformation
from pyrite.datastream.caches import Caches
from pyrite.datastream.data_stream import DataStream
from pyrite.datastream.fault_tolerance import FaultTolerance
from pyrite.datastream.slot_sharing_group import SlotSharingGroup
from pyrite.graph.executor import current_context, current_executor, run_attached, start_job
from pyrite.graph.job_spec import JobSpec
from pyrite.graph.passes.build_stream_graph import build_stream_graph
from pyrite.graph.program import Program
from pyrite.graph.render.flink_plan import flink_plan_json
from pyrite.graph.running_job import RunningJob
from pyrite.graph.stream_graph import StreamGraph
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind
from pyrite.operators.source import SourceSpec

_log = logging.getLogger(__name__)


class StreamExecutionEnvironment(FaultTolerance):
    """Builds a program and runs it, on the Spark that `spark.master` names (local[*] by default).

    >>> env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(1)
    >>> list(env.from_collection(["tea", "cup"]).map(str.upper).execute_and_collect())
    ['TEA', 'CUP']
    """

    def __init__(
        self, configuration: Optional[Configuration] = None, cluster_settings: Optional[Configuration] = None
    ) -> None:
        """`cluster_settings` apply where the configuration says nothing."""
        super().__init__(with_present_keys(cluster_settings or Configuration()))
        self._configuration.add_all(self._cluster_settings)
        self.program = Program()
        self._transformations: list[TransformationId] = []
        """The sinks of the next job. The program may have streams of earlier jobs as well."""
        self._loops = 0
        self._caches = Caches(self.program)
        self._state_migrations: dict[str, Migration] = {}
        self.configure(configuration or Configuration())

    @staticmethod
    def get_execution_environment(configuration: Optional[Configuration] = None) -> StreamExecutionEnvironment:
        """A new environment. Where the program sets nothing, the settings of the command line and of files apply."""
        return StreamExecutionEnvironment(configuration, Configuration(current_context().effective_settings()))

    # Settings ---------------------------------------------------------------------------------------------------------

    def configure(self, configuration: Configuration) -> None:
        """Sets all keys of a configuration; other keys keep their values."""
        self._configuration.add_all(with_present_keys(configuration))

    def get_configuration(self) -> Configuration:
        """The program's configuration: changing it changes the program."""
        return self._configuration

    def get_config(self) -> ExecutionConfig:
        """The same settings, under Flink's method names."""
        return ExecutionConfig(self._configuration)

    def set_parallelism(self, parallelism: int) -> StreamExecutionEnvironment:
        """The number of subtasks of an operator that does not set it; -1 means one for each core."""
        if parallelism < 1 and parallelism != -1:
            raise InvalidProgramError(f"parallelism must be at least 1, not {parallelism}")
        self.get_config().set_parallelism(parallelism)
        return self

    def get_parallelism(self) -> int:
        """The default number of subtasks of an operator; the number of cores if none was set."""
        return self.get_config().get_parallelism()

    def set_default_local_parallelism(self, parallelism: int) -> None:
        """The parallelism on a local master; there is one setting for both."""
        self.set_parallelism(parallelism)

    def get_default_local_parallelism(self) -> int:
        """The same as `get_parallelism`."""
        return self.get_parallelism()

    def set_max_parallelism(self, max_parallelism: int) -> StreamExecutionEnvironment:
        """The number of key groups, from 1 to 32768: the most subtasks a keyed operator can ever have."""
        if not 0 < max_parallelism <= 32768:
            raise InvalidProgramError(f"max parallelism must be between 1 and 32768, not {max_parallelism}")
        self._configuration.set(MAX_PARALLELISM, max_parallelism)
        return self

    def get_max_parallelism(self) -> int:
        """The number of key groups: the most subtasks that a keyed operator can ever have."""
        return self._configuration.get(MAX_PARALLELISM)

    def set_stream_time_characteristic(self, characteristic: TimeCharacteristic) -> None:
        """Which time `time_window` and `time_window_all` use from now on, as in Flink 1.11; else processing time."""
        self._configuration.set(TIME_CHARACTERISTIC, characteristic)
        self.get_stream_time_characteristic()  # raises at once if it is not supported

    def get_stream_time_characteristic(self) -> TimeCharacteristic:
        """What `time_window` and `time_window_all` mean."""
        return self._configuration.get(TIME_CHARACTERISTIC)

    def set_runtime_mode(self, execution_mode: RuntimeExecutionMode) -> StreamExecutionEnvironment:
        """STREAMING, the default; BATCH; or AUTOMATIC: BATCH if all sources end."""
        Configuration().set(RUNTIME_MODE, execution_mode).get(RUNTIME_MODE)  # raises at once for another value
        self._configuration.set(RUNTIME_MODE, execution_mode)
        return self

    def set_buffer_timeout(self, timeout_millis: int) -> StreamExecutionEnvironment:
        """How long records wait for others before they are sent; 0: not at all, -1: until a block is full."""
        if timeout_millis < -1:
            raise InvalidProgramError(f"the buffer timeout must be -1 or more, not {timeout_millis}")
        self._configuration.set(BUFFER_TIMEOUT, timeout_millis)
        return self

    def get_buffer_timeout(self) -> int:
        """How long records wait for others before they are sent, in milliseconds."""
        return self._configuration.get(BUFFER_TIMEOUT)

    def disable_operator_chaining(self) -> StreamExecutionEnvironment:
        """Every operator runs in separate tasks."""
        self._configuration.set(OPERATOR_CHAINING, False)
        return self

    def is_chaining_enabled(self) -> bool:
        """Whether operators may share a task."""
        return self._configuration.get(OPERATOR_CHAINING)

    def is_chaining_of_operators_with_different_max_parallelism_enabled(self) -> bool:
        """Whether operators may share a task though their numbers of key groups differ."""
        return self._configuration.get(CHAIN_DIFFERENT_MAX_PARALLELISM)

    def register_slot_sharing_group(self, slot_sharing_group: SlotSharingGroup) -> StreamExecutionEnvironment:
        """Makes a group known. Its resources are kept, not enforced: a Spark slot gets `spark.task.cpus`."""
        check_argument("register_slot_sharing_group()", slot_sharing_group, SlotSharingGroup)
        if slot_sharing_group.names_resources():
            _log.warning(
                "the resources of slot sharing group '%s' are not enforced: a Spark slot gets spark.task.cpus",
                slot_sharing_group.get_name(),
            )
        return self

    # What tasks get in addition --------------------------------------------------------------------------------------

    def register_cached_file(self, file_path: str, name: str, executable: bool = False) -> None:
        """A file or folder that functions get with `get_distributed_cache().get_file(name)`."""
        files = self._configuration.get(CACHED_FILES)
        if name in files:
            raise InvalidProgramError(f"the name '{name}' is used for two cached files: {files[name]} and {file_path}")
        mode = "executable:" if executable else ""
        self._configuration.set(CACHED_FILES, {**files, name: mode + existing(file_path)})

    def add_python_file(self, file_path: str) -> None:
        """A module, a package's folder, or an archive of them, that tasks can import from."""
        files = self._configuration.get(PYTHON_FILES)
        self._configuration.set(PYTHON_FILES, [*files, existing(file_path)])

    def set_python_requirements(
        self, requirements_file_path: str, requirements_cache_dir: Optional[str] = None
    ) -> None:
        """Packages that pip installs for the tasks; with a folder of packages, from there and without a network."""
        parts = [existing(requirements_file_path)]
        if requirements_cache_dir is not None:
            parts.append(existing(requirements_cache_dir))
        self._configuration.set(PYTHON_REQUIREMENTS, "#".join(parts))

    def add_python_archive(self, archive_path: str, target_dir: Optional[str] = None) -> None:
        """An archive that is unpacked in the tasks' working folder, below `target_dir` (else the archive's name)."""
        archives = self._configuration.get(PYTHON_ARCHIVES)
        archive = f"{existing(archive_path)}#{target_dir or Path(archive_path).name}"
        self._configuration.set(PYTHON_ARCHIVES, [*archives, archive])

    def set_python_executable(self, python_exec: str) -> None:
        """The interpreter of the tasks; it must have Pyrite in it. Takes effect when Spark is started."""
        self._configuration.set(PYTHON_EXECUTABLE, python_exec)

    def add_jars(self, *jars_path: str) -> None:
        """Jars for Spark itself, such as a file system's. Takes effect when Spark starts."""
        self._append("spark.jars", ",", jars_path)

    def add_classpaths(self, *classpaths: str) -> None:
        """Entries of Spark's class path. Takes effect when Spark is started."""
        for key in ("spark.driver.extraClassPath", "spark.executor.extraClassPath"):
            self._append(key, ":", classpaths)

    def _append(self, key: str, separator: str, new_paths: Sequence[str]) -> None:
        current = self._configuration.get_string(key, "")
        paths = [str(local_path(path)) if path.startswith("file:") else path for path in new_paths]
        self._configuration.set_string(key, separator.join([*([current] if current else []), *paths]))

    # Sources ----------------------------------------------------------------------------------------------------------

    def from_collection(self, collection: Iterable[Any], type_info: Optional[TypeInformation] = None) -> DataStream:
        """A stream of the collection's elements, from one task, in order. With a type, each element must fit it.

        >>> list(env.from_collection([("tea", 3)], Types.TUPLE([Types.STRING(), Types.INT()])).execute_and_collect())
        [('tea', 3)]
        """
        elements = list(collection)
        if type_info is not None:
            check_argument("type_info of from_collection()", type_info, TypeInformation)
            elements = fit_elements(elements, type_info)
        return self._add_single_source(CollectionSource(elements), "Collection Source", type_info)

    def from_elements(self, *elements: Any) -> DataStream:
        """A stream of the arguments, from one task, in order."""
        return self.from_collection(elements)

    def from_sequence(self, start: int, end: int) -> DataStream:
        """The whole numbers from `start` to `end`, both included, divided among the subtasks.

        >>> list(env.from_sequence(1, 4).execute_and_collect())
        [1, 2, 3, 4]
        """
        source = NumberSequenceSource(start, end)
        return self._add_source(source, WatermarkStrategy.no_watermarks(), "Sequence Source", None)

    def from_source(
        self,
        source: Source[Any],
        watermark_strategy: WatermarkStrategy,
        source_name: str,
        type_info: Optional[TypeInformation] = None,
    ) -> DataStream:
        """A stream of what a source reads. The strategy gives event time; `source_name` is the operator's name.

        >>> squares = DataGeneratorSource(lambda n: n * n, 4)
        >>> list(env.from_source(squares, WatermarkStrategy.no_watermarks(), "squares").execute_and_collect())
        [0, 1, 4, 9]
        """
        check_argument("from_source()", source, Source)
        check_argument("from_source()", watermark_strategy, WatermarkStrategy)
        source.configure(self._configuration)
        return self._add_source(source, watermark_strategy, source_name, type_info)

    def create_input(self, input_format: InputFormat, type_info: Optional[TypeInformation] = None) -> DataStream:
        """A stream of what an input format reads, such as an AvroInputFormat."""
        check_argument("create_input()", input_format, InputFormat)
        produced_type = type_info or input_format.get_produced_type()
        source = input_format.create_source()
        return self.from_source(source, WatermarkStrategy.no_watermarks(), "Input", produced_type)

    def add_source(
        self,
        source_func: SourceFunction | Source[Any],
        source_name: str = "Custom Source",
        type_info: Optional[TypeInformation] = None,
    ) -> DataStream:
        """A stream of what a function collects. It has no positions: for exactly once use `from_source`.

        Connectors that PyFlink has as functions, such as RMQSource, are Sources here, and are accepted as well.
        """
        if isinstance(source_func, Source):
            return self._add_source(source_func, WatermarkStrategy.no_watermarks(), source_name, type_info)
        check_function(source_func, SourceFunction, "add_source()")
        source = SourceFunctionSource(source_func)
        if source.is_parallel:
            return self._add_source(source, WatermarkStrategy.no_watermarks(), source_name, type_info)
        return self._add_single_source(source, source_name, type_info)

    def socket_text_stream(self, hostname: str, port: int, delimiter: str = "\n", max_retry: int = 0) -> DataStream:
        """Text from a TCP server, split at the delimiter, until the server closes the connection."""
        source = SocketTextSource(hostname, port, delimiter, max_retry)
        return self._add_single_source(source, "Socket Stream", None)

    def _add_single_source(self, source: Source[Any], name: str, type_info: Optional[TypeInformation]) -> DataStream:
        return self._add_source(source, WatermarkStrategy.no_watermarks(), name, type_info, non_parallel=True)

    def _add_source(
        self,
        source: Source[Any],
        strategy: WatermarkStrategy,
        name: str,
        type_info: Optional[TypeInformation],
        non_parallel: bool = False,
    ) -> DataStream:
        spec = SourceSpec(source, strategy)
        transformation = Transformation(
            TransformationKind.SOURCE,
            name,
            (),
            spec,
            non_parallel=non_parallel,
            bounded=spec.is_bounded,
            output_type=type_info,
            fits_output=True,
        )
        return DataStream(self, self.program.add(transformation))

    # Graphs -----------------------------------------------------------------------------------------------------------

    def add_transformation(self, transformation: Transformation | TransformationId) -> TransformationId:
        """Adds an operator to the next job. The job runs all such operators and the operators they depend on."""
        transformation_id = (
            transformation if isinstance(transformation, TransformationId) else self.program.add(transformation)
        )
        self._transformations.append(transformation_id)
        return transformation_id

    def count_loop(self) -> int:
        """The number of the program's next loop."""
        self._loops += 1
        return self._loops

    def add_cache(self, stream: DataStream) -> TransformationId:
        """A stream whose records are kept from one job to the next."""
        return self._caches.add(stream.transformation_id)

    def clear_cache(self, cache: TransformationId) -> None:
        """Drops the records that a cached stream keeps."""
        self._caches.clear(cache)

    def close(self) -> None:
        """Discards the records of cached streams. Spark keeps running, for other environments of the program."""
        self._caches.close()

    def get_job_spec(self, job_name: Optional[str] = None, clear: bool = False) -> JobSpec:
        """The program built so far, as a value that an executor can run; with `clear`, the next one begins empty."""
        if not self._transformations:
            raise InvalidProgramError("there is nothing to run: the program has no operators. Add a sink, say print()")
        name = job_name or self._configuration.get(JOB_NAME)
        job_id = self._configuration.get(JOB_ID)
        spec = JobSpec(
            build_stream_graph(self.program, self._transformations, name, self.get_buffer_timeout()),
            Configuration(self._configuration),
            JobCode.of_this_process(),
            dict(self._state_migrations),
            JobID(job_id) if job_id else JobID(),
        )
        if clear:
            self._transformations = []
        return spec

    def get_stream_graph(self, job_name: Optional[str] = None, clear: bool = False) -> StreamGraph:
        """The program built so far as a graph of its operators, at the environment's parallelism."""
        return self.get_job_spec(job_name, clear).plan().stream

    def get_execution_plan(self) -> str:
        """The program as JSON, in the form that Flink's plan visualizer reads."""
        return flink_plan_json(self.get_stream_graph())

    def add_state_migration(self, name: str, migration: Migration) -> None:
        """How values of a class that was renamed, moved or changed are read from a savepoint.

        `name` is the class's former full name, as 'shop.models.Order'; `migration` is the class that it is now, or a
        function that makes the value from a dict of its fields. Fields that were added or removed need no migration.
        """
        self._state_migrations[name] = migration

    # Running ----------------------------------------------------------------------------------------------------------

    def execute(self, job_name: Optional[str] = None) -> JobExecutionResult:
        """Runs the program and waits for its end. Ctrl-C cancels the job, SIGTERM suspends it.

        Raises JobExecutionError if the job fails. Afterwards the environment is empty, ready for another program.

        >>> sink = env.from_sequence(1, 3).sink_to(DiscardingSink())
        >>> result = env.execute("numbers")
        >>> result.get_all_accumulator_results()
        {}
        """
        return run_attached(self.start(job_name))

    def execute_async(self, job_name: Optional[str] = None) -> JobClient:
        """Starts the program and returns while it runs."""
        return JobClient(self.start(job_name))

    def start_part(
        self, sinks: Sequence[TransformationId], default_name: str, is_collected: bool = False
    ) -> RunningJob:
        """Starts a program of these sinks alone; what else was built stays for the next one.

        `default_name` is the job's name where `pipeline.name` is not set.
        """
        others, self._transformations = self._transformations, list(sinks)
        try:
            return self.start(self._configuration.get_string(JOB_NAME.key, default_name), is_collected)
        finally:
            self._transformations = others

    def start(self, job_name: Optional[str] = None, is_collected: bool = False) -> RunningJob:
        """Starts the program built so far; the next one begins empty.

        `is_collected`: the job is for this process, which reads its rows; the program's end does not wait for it.
        """
        self._caches.settle()
        spec = self.get_job_spec(job_name)
        folders = self._caches.fill(self._transformations, spec.is_batch, self._configuration)
        try:
            if folders:  # sinks that fill caches have been added
                spec = self.get_job_spec(job_name)
            self._transformations = []
            job = current_executor().submit(spec) if is_collected else start_job(spec)
        except BaseException:
            self._caches.give_up(folders)
            raise
        self._caches.filling(job.finished, folders)
        return job


def existing(path: str) -> str:
    """The absolute path of a file or folder that must be there."""
    absolute = local_path(path).resolve()
    if not absolute.exists():
        raise InvalidProgramError(f"there is no file {path}")
    return str(absolute)


def fit_elements(elements: list[Any], type_info: TypeInformation) -> list[Any]:
    """The elements as their declared type holds them."""
    fitting = []
    for element in elements:
        try:
            fitting.append(type_info.fit(element))
        except (TypeError, ValueError, OverflowError) as error:
            raise InvalidProgramError(
                f"from_collection(): element {len(fitting)}, {shorten(element)}, does not fit {type_info}: {error}"
            ) from None
    return fitting
