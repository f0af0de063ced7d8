"""Cached streams: records that one batch job leaves for later jobs of the same environment.

A cache is a transformation that only stands for its input. The first job that needs it gets one sink more, which fills
it; once that job has finished, the input is a source that reads the files.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from pyrite.common.configuration import Configuration
from pyrite.common.errors import InvalidProgramError
from pyrite.common.options import CACHE_FOLDER
from pyrite.common.watermark_strategy import WatermarkStrategy
from pyrite.connectors.block_files import BlockFileSink, BlockFileSource
from pyrite.graph.transformation import OperatorSpec, Transformation, TransformationKind
from pyrite.operators.sink import SinkOperator
from pyrite.operators.source import SourceOperator
from pyrite.runtime.spark.context_settings import spark_master
from pyrite.runtime.spark.scratch import scratch_folder


class Caches:
    """The cached streams of one environment."""

    def __init__(self) -> None:
        self._origin: dict[Transformation, Transformation] = {}
        self._folder: dict[Transformation, Path] = {}
        self._lock = threading.Lock()
        self._filling: list[tuple[Future[Any], dict[Transformation, Path]]] = []

    def add(self, origin: Transformation) -> Transformation:
        cache = Transformation(
            TransformationKind.CACHE, f"Cache {origin.name}", [origin], output_type=origin.output_type
        )
        self._origin[cache] = origin
        return cache

    def fill(
        self, program: list[Transformation], batch: bool, configuration: Configuration
    ) -> dict[Transformation, Path]:
        """Adds a sink to the program for each cache that it needs and that is empty; returns their folders."""
        self._settle()
        needed = [found for found in _reached(program) if found in self._origin]
        if needed and not batch:
            raise InvalidProgramError("cache() works in BATCH only: set_runtime_mode(RuntimeExecutionMode.BATCH)")
        folders: dict[Transformation, Path] = {}
        for cache in needed:
            if cache in self._folder:
                continue
            folders[cache] = folder = Path(tempfile.mkdtemp(prefix="cache-", dir=_parent(configuration)))
            sink = OperatorSpec(SinkOperator, (BlockFileSink(str(folder)),))
            filler = Transformation(TransformationKind.SINK, f"Fill {cache.name}", [cache], sink)
            filler.uid = f"fill-{folder.name}"
            program.append(filler)
        return folders

    def filling(self, job: Future[Any], folders: dict[Transformation, Path]) -> None:
        """A job that fills caches has been started; once it has finished they are read."""
        self._filling.append((job, folders))
        job.add_done_callback(lambda _: self._settle())

    def give_up(self, folders: dict[Transformation, Path]) -> None:
        for folder in folders.values():
            shutil.rmtree(folder, ignore_errors=True)

    def _settle(self) -> None:
        """Takes up what ended jobs have left. Whoever waits for a job may be here before its callback."""
        with self._lock:
            for job, folders in [found for found in self._filling if found[0].done()]:
                self._filling.remove((job, folders))
                if job.exception() is None:
                    self._take_up(folders)
                else:
                    self.give_up(folders)

    def _take_up(self, folders: dict[Transformation, Path]) -> None:
        for cache, folder in folders.items():
            if cache in self._folder:
                self.give_up({cache: folder})
            else:
                self._folder[cache] = folder
                cache.inputs = [_reading(cache, folder)]

    def clear(self, cache: Transformation) -> None:
        self._settle()
        cache.inputs = [self._origin[cache]]
        folder = self._folder.pop(cache, None)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def close(self) -> None:
        self._settle()
        for cache in list(self._folder):
            self.clear(cache)


def _reading(cache: Transformation, folder: Path) -> Transformation:
    spec = OperatorSpec(SourceOperator, (BlockFileSource(str(folder)), WatermarkStrategy.no_watermarks()))
    return Transformation(TransformationKind.SOURCE, cache.name, [], spec, uid=f"read-{folder.name}")


def _reached(program: list[Transformation]) -> list[Transformation]:
    seen: dict[Transformation, None] = {}
    waiting = list(program)
    while waiting:
        found = waiting.pop()
        if found not in seen:
            seen[found] = None
            waiting.extend(found.inputs)
    return list(seen)


def _parent(configuration: Configuration) -> str:
    folder = configuration.get(CACHE_FOLDER)
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        return folder
    if not spark_master(configuration).startswith("local"):
        raise InvalidProgramError(
            f"cache() needs a folder that the driver and all executors share: set {CACHE_FOLDER.key}"
        )
    return str(scratch_folder())
