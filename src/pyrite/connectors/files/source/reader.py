"""FileReader: reads splits of files one after another, with a format."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Optional

from pyrite.connectors.files.formats.file_format import FileFormat, FormatReader, Opening
from pyrite.connectors.files.input_files import InputFiles
from pyrite.connectors.files.source.split import FileSplit
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.source import END_OF_INPUT, EndOfInput, SourceBlock, SourceReader, SourceReaderContext


class FileReader(SourceReader[FileSplit]):
    """Reads splits, and requests the next split when it has none."""

    def __init__(
        self, file_format: FileFormat, files: InputFiles, policy: BadRecords, context: SourceReaderContext
    ) -> None:
        self._format = file_format
        self._files = files
        self._policy = policy
        self._context = context
        self._waiting: deque[FileSplit] = deque()
        self._split: Optional[FileSplit] = None
        self._reader: Optional[FormatReader] = None
        self._complete = False

    def add_splits(self, splits: list[FileSplit]) -> None:
        self._waiting.extend(splits)

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def snapshot_state(self, checkpoint_id: int) -> list[FileSplit]:
        if self._split is None or self._reader is None:
            return list(self._waiting)
        return [replace(self._split, position=self._reader.position()), *self._waiting]

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._reader is None or self._split is None:
            if not self._waiting:
                return END_OF_INPUT if self._complete else None
            self._split = self._waiting.popleft()
            self._reader = self._format.open(Opening(self._files, self._split, self._policy, self._context))
        split_id = self._split.split_id
        values = self._reader.read(max_records)
        if values is not None:
            return SourceBlock(split_id, values)
        self.close()
        if not self._waiting and not self._complete:
            self._context.request_split()
        return SourceBlock(split_id, self._format.no_records(), split_ended=True)

    def close(self) -> None:
        reader, self._reader, self._split = self._reader, None, None
        if reader is not None:
            reader.close()
