"""Runs Python over pieces of state in Spark tasks: only descriptions of the pieces pass through the driver."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Optional, TypeVar

import cloudpickle
import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import types as spark

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.spark_master import is_local
from pyrite.core.errors import PyriteError
from pyrite.core.job.code_pickling import dumps_code
from pyrite.core.job.job_code import JobCode
from pyrite.runtime.spark.session.session import get_session
from pyrite.state.evolution.loading import dumps, loads

P = TypeVar("P")
R = TypeVar("R")
_PER_CORE = 4
"""The maximum number of Spark tasks per core."""
_PER_TASK_BYTES = 1 << 20
"""The minimum bytes per task, since a worker takes half a second to start."""
_RESULT = spark.StructType([spark.StructField("result", spark.BinaryType())])


def spark_session(configuration: Optional[Configuration] = None) -> SparkSession:
    """A session in this process's SparkContext; creates a context in which jobs can also run if missing."""
    active = SparkSession.getActiveSession() or SparkSession._instantiatedSession
    if active is None or active._jsc is None or active._jsc.sc().isStopped():
        active = get_session(configuration or Configuration())
    return active.newSession()


@dataclass(frozen=True)
class Shipped:
    """A pickled object for Spark tasks, with the user's code that it needs.

    Not pickled by Spark, which would recreate classes of the main script, distinct from those of the state.
    """

    code: JobCode
    pickled: bytes

    @staticmethod
    def of(session: SparkSession, what: Any) -> Shipped:
        code = JobCode.of_this_process()
        if not is_local(session.sparkContext.master):
            code = code.without_paths()
        return Shipped(code, dumps_code(what))

    def unpack(self) -> Any:
        self.code.install()
        return cloudpickle.loads(self.pickled)


def frame_of(
    session: SparkSession,
    pieces: Sequence[P],
    read_piece: Callable[[P], Iterator[pa.RecordBatch]],
    schema: spark.StructType,
    size_bytes: int,
) -> DataFrame:
    """The rows that `read` yields for each piece. Nothing is read before the DataFrame is used."""
    shipped = Shipped.of(session, (pieces, read_piece))
    most = min(len(pieces), _PER_CORE * session.sparkContext.defaultParallelism)
    tasks = max(1, min(most, -(-size_bytes // _PER_TASK_BYTES)))

    def run(ids: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        all_pieces, read_one = shipped.unpack()
        for batch in ids:
            for number in batch.column(0).to_pylist():
                yield from read_one(all_pieces[number])

    return session.range(0, len(pieces), 1, tasks).mapInArrow(run, schema)


def run_each(session: SparkSession, pieces: Sequence[P], work: Callable[[P], R], size_bytes: int = 0) -> list[R]:
    """The results of `work` for each piece, in order; they must be small. Raises the errors of `work`."""

    return _results(frame_of(session, list(enumerate(pieces)), partial(_run_one, work=work), _RESULT, size_bytes))


def _run_one(numbered: tuple[int, P], work: Callable[[P], R]) -> Iterator[pa.RecordBatch]:
    yield _result_batch(numbered[0], partial(work, numbered[1]))


def run_partitions(frame: DataFrame, work: Callable[[Iterator[pa.RecordBatch]], R]) -> list[R]:
    """The results of `work` for each partition of a DataFrame."""
    shipped = Shipped.of(frame.sparkSession, work)

    def run(rows: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield _result_batch(TaskContext.get().partitionId(), partial(shipped.unpack(), rows))

    return _results(frame.mapInArrow(run, _RESULT))


def _result_batch(number: int, work: Callable[[], Any]) -> pa.RecordBatch:
    """The result of the work, or its error as a result, so that other tasks finish and write nothing later."""
    try:
        result = dumps((number, work(), None))
    except Exception as error:
        result = _pickled_error(number, error)
    return pa.RecordBatch.from_arrays([pa.array([result], pa.binary())], names=["result"])


def _pickled_error(number: int, error: Exception) -> bytes:
    try:
        data = pickle.dumps((number, None, error), 5)
        pickle.loads(data)
        return data
    except Exception:
        return pickle.dumps((number, None, PyriteError(f"{type(error).__name__}: {error}")), 5)


def _results(frame: DataFrame) -> list[Any]:
    results = sorted((loads(bytes(row.result)) for row in frame.collect()), key=lambda result: int(result[0]))
    for _, _, error in results:
        if error is not None:
            raise error
    return [result for _, result, _ in results]
