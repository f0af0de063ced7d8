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
from pyrite.graph.program import Program
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind
from pyrite.operators.sink import SinkSpec
from pyrite.operators.source import SourceSpec


class Caches:
    """The cached streams of one environment."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._origin: dict[TransformationId, TransformationId] = {}
        self._folder: dict[TransformationId, Path] = {}
        self._lock = threading.Lock()
        self._filling: list[tuple[CompletableFuture[Any], dict[TransformationId, Path]]] = []

    def add(self, origin: TransformationId) -> TransformationId:
        node = self._program[origin]
        cache = self._program.add(
            Transformation(TransformationKind.CACHE, f"Cache {node.name}", (origin,), output_type=node.output_type)
        )
        self._origin[cache] = origin
        return cache

    def fill(
        self, sinks: list[TransformationId], batch: bool, configuration: Configuration
    ) -> dict[TransformationId, Path]:
        """Adds a sink to the others for each cache that it needs and that is empty; returns their folders."""
        self.settle()
        caches = [each for each in self._program.upstream(sinks) if each in self._origin]
        if caches and not batch:
            raise InvalidProgramError("cache() works in BATCH only: set_runtime_mode(RuntimeExecutionMode.BATCH)")
        folders: dict[TransformationId, Path] = {}
        for cache in caches:
            if cache in self._folder:
                continue
            folders[cache] = folder = Path(tempfile.mkdtemp(prefix="cache-", dir=cache_folder(configuration)))
            sink = SinkSpec(BlockFileSink(str(folder)))
            name, uid = f"Fill {self._program[cache].name}", f"fill-{folder.name}"
            sinks.append(self._program.add(Transformation(TransformationKind.SINK, name, (cache,), sink, uid=uid)))
        return folders

    def filling(self, job: CompletableFuture[Any], folders: dict[TransformationId, Path]) -> None:
        """A job that fills caches has been started; once it has finished they are read."""
        self._filling.append((job, folders))
        job.add_done_callback(lambda _: self.settle())

    def give_up(self, folders: dict[TransformationId, Path]) -> None:
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

    def _adopt(self, folders: dict[TransformationId, Path]) -> None:
        for cache, folder in folders.items():
            if cache in self._folder:
                self.give_up({cache: folder})
            else:
                self._folder[cache] = folder
                reading = self._program.add(_reading(self._program[cache].name, folder))
                self._program.change(cache, inputs=(reading,))

    def clear(self, cache: TransformationId) -> None:
        self.settle()
        self._program.change(cache, inputs=(self._origin[cache],))
        folder = self._folder.pop(cache, None)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def close(self) -> None:
        self.settle()
        for cache in list(self._folder):
            self.clear(cache)


def _reading(name: str, folder: Path) -> Transformation:
    spec = SourceSpec(BlockFileSource(str(folder)), WatermarkStrategy.no_watermarks())
    return Transformation(TransformationKind.SOURCE, name, (), spec, uid=f"read-{folder.name}")
