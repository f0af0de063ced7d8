"""Cached streams: records that one batch job leaves for later jobs of the same environment.

A cache is a transformation that only stands for its input. The first job that needs it gets one sink more, which fills
it; once that job has finished, the input is a source that reads the files.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from pathlib import Path
from typing import Any

from pyrite.connectors.builtin.block_files import BlockFileSink, BlockFileSource, cache_folder
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.graph.transformation import Transformation, TransformationKind
from pyrite.operators.sink import SinkSpec
from pyrite.operators.source import SourceSpec


class Caches:
    """The cached streams of one environment."""

    def __init__(self) -> None:
        self._origin: dict[Transformation, Transformation] = {}
        self._folder: dict[Transformation, Path] = {}
        self._lock = threading.Lock()
        self._filling: list[tuple[CompletableFuture[Any], dict[Transformation, Path]]] = []

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
        self.settle()
        needed = [transformation for transformation in _reached(program) if transformation in self._origin]
        if needed and not batch:
            raise InvalidProgramError("cache() works in BATCH only: set_runtime_mode(RuntimeExecutionMode.BATCH)")
        folders: dict[Transformation, Path] = {}
        for cache in needed:
            if cache in self._folder:
                continue
            folders[cache] = folder = Path(tempfile.mkdtemp(prefix="cache-", dir=cache_folder(configuration)))
            sink = SinkSpec(BlockFileSink(str(folder)))
            filler = Transformation(TransformationKind.SINK, f"Fill {cache.name}", [cache], sink)
            filler.uid = f"fill-{folder.name}"
            program.append(filler)
        return folders

    def filling(self, job: CompletableFuture[Any], folders: dict[Transformation, Path]) -> None:
        """A job that fills caches has been started; once it has finished they are read."""
        self._filling.append((job, folders))
        job.add_done_callback(lambda _: self.settle())

    def give_up(self, folders: dict[Transformation, Path]) -> None:
        for folder in folders.values():
            shutil.rmtree(folder, ignore_errors=True)

    def settle(self) -> None:
        """Adopts the caches that ended jobs have filled. May be called before a job's callback, by who waits for it."""
        with self._lock:
            for job, folders in [entry for entry in self._filling if entry[0].done()]:
                self._filling.remove((job, folders))
                if job.error is None:
                    self._adopt(folders)
                else:
                    self.give_up(folders)

    def _adopt(self, folders: dict[Transformation, Path]) -> None:
        for cache, folder in folders.items():
            if cache in self._folder:
                self.give_up({cache: folder})
            else:
                self._folder[cache] = folder
                cache.inputs = [_reading(cache, folder)]

    def clear(self, cache: Transformation) -> None:
        self.settle()
        cache.inputs = [self._origin[cache]]
        folder = self._folder.pop(cache, None)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def close(self) -> None:
        self.settle()
        for cache in list(self._folder):
            self.clear(cache)


def _reading(cache: Transformation, folder: Path) -> Transformation:
    spec = SourceSpec(BlockFileSource(str(folder)), WatermarkStrategy.no_watermarks())
    return Transformation(TransformationKind.SOURCE, cache.name, [], spec, uid=f"read-{folder.name}")


def _reached(program: list[Transformation]) -> list[Transformation]:
    seen: dict[Transformation, None] = {}
    waiting = list(program)
    while waiting:
        transformation = waiting.pop()
        if transformation not in seen:
            seen[transformation] = None
            waiting.extend(transformation.inputs)
    return list(seen)
