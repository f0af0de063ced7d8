"""FileCommitter: publishes files. Commits are idempotent."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Optional

from pyrite.connectors.files.sink.committables import Committable, Compact, Discard, Publish
from pyrite.connectors.files.sink.compaction import FileCompactor
from pyrite.connectors.files.sink.output_store import OutputStore
from pyrite.core.connector.sink import Committer
from pyrite.core.errors import CommittableLostError


class FileCommitter(Committer):
    """Publishes files. Compaction runs in several threads; a commit ends when all files are visible."""

    def __init__(self, open_store: Callable[[], OutputStore], compactor: Optional[FileCompactor], threads: int) -> None:
        self._open_store = open_store
        self._compactor = compactor
        self._threads = threads
        self._store: Optional[OutputStore] = None

    def _opened_store(self) -> OutputStore:
        if self._store is None:
            self._store = self._open_store()
        return self._store

    def abort(self, committables: list[Committable]) -> None:
        store = self._opened_store()
        for committable in committables:
            if isinstance(committable, Publish):
                store.discard(committable.part)
            elif isinstance(committable, Compact):
                for piece in committable.pieces:
                    store.delete(piece.hidden)
            else:
                store.delete(committable.hidden)

    def commit(self, committables: list[Committable]) -> None:
        store = self._opened_store()
        store.publish([committable.part for committable in committables if isinstance(committable, Publish)])
        compactions = [committable for committable in committables if isinstance(committable, Compact)]
        if len(compactions) > 1 and self._threads > 1:
            with ThreadPoolExecutor(self._threads) as pool:
                list(pool.map(lambda compaction: self._compact(store, compaction), compactions))
        else:
            for compaction in compactions:
                self._compact(store, compaction)
        for committable in committables:
            if isinstance(committable, Discard):
                store.delete(committable.hidden)

    def _compact(self, store: OutputStore, compaction: Compact) -> None:
        """Merges files. They are deleted only after the merged file is visible, so a merge can be repeated."""
        if not store.exists(compaction.final):
            try:
                self._merge_pieces(store, compaction)
            except FileNotFoundError as error:
                if not store.exists(compaction.final):  # unless another attempt has committed it
                    raise CommittableLostError(
                        f"{compaction.final.uri} cannot be compacted: a prepared file is missing: {error}"
                    ) from None
        for piece in compaction.pieces:
            store.delete(piece.hidden)

    def _merge_pieces(self, store: OutputStore, compaction: Compact) -> None:
        compactor = self._compactor or FileCompactor.concat_file_compactor()
        with ExitStack() as opened:
            inputs = [opened.enter_context(store.open_input(piece.hidden)) for piece in compaction.pieces]
            output = store.begin(compaction.final)
            try:
                compactor.compact(inputs, output.stream)
                prepared = output.finish()
            except BaseException:
                output.abandon()
                raise
        store.publish([prepared])
