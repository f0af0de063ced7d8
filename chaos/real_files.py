"""RealFiles: the soak's records as lines of JSON in files of Pyrite's own FileSink."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from chaos.sinks import Line, SoakedSink
from pyrite.connectors.files.sink.encoders import JsonLinesEncoder
from pyrite.core.connector.sink import Sink
from pyrite.datastream.connectors.file_system import BucketAssigner, BucketContext, FileSink, RollingPolicy


class ByKind(BucketAssigner):
    """Several files are open at once."""

    def get_bucket_id(self, element: Any, context: BucketContext) -> str:
        return str(element["kind"])


class RealFiles(SoakedSink):
    """A folder for each sink. Files stay open over checkpoints until they are large, so that restores cut them."""

    @property
    def _root(self) -> Path:
        return self.folder.output.parent / "files"

    def make(self, name: str, settings: Mapping[str, str]) -> Sink:
        builder = FileSink.for_row_format(str(self._root / name), JsonLinesEncoder())
        policy = RollingPolicy.default_rolling_policy(256 << 10, 2000, 1000)
        return builder.with_bucket_assigner(ByKind()).with_rolling_policy(policy).build()

    def lines(self) -> Iterator[Line]:
        for path in sorted(self._visible()):
            yield from ((str(path.relative_to(self._root)), line) for line in path.open())

    def _visible(self) -> list[Path]:
        return [path for path in self._root.rglob("*") if path.is_file() and not path.name.startswith(".")]

    def leftovers(self) -> list[str]:
        hidden = (path for path in self._root.rglob(".*") if path.is_file())
        return [f"hidden file {path.relative_to(self._root)}" for path in hidden]
