"""Lookup joins over tables in Python, in a harness."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Optional

import pyarrow as pa

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.connector.lookup import AsyncLookupReader, Key, Lookup, LookupCache, LookupReader, Row
from pyrite.core.types import BigIntType, RowField, RowType, VarCharType
from pyrite.expressions.resolved import FieldReference
from pyrite.operators.relational.lookup.lookup_join import LookupJoinSpec
from pyrite.testing.harness import OperatorTestHarness as Harness

INPUT = RowType((RowField("n", BigIntType()), RowField("k", BigIntType())))
RIGHT = RowType((RowField("id", BigIntType()), RowField("name", VarCharType(100))))
OUTPUT = RowType((*INPUT.fields, *RIGHT.fields))


@dataclass
class Server:
    """A table that tests change, and the calls that it got."""

    names: dict[int, list[str]]
    delay_ms: Mapping[int, int] = field(default_factory=dict)
    """How long the answer for a key takes."""
    calls: list[list[int]] = field(default_factory=list)
    loads: int = 0
    error: Optional[Exception] = None

    def rows(self, key: Key) -> list[Row]:
        return [(key[0], name) for name in self.names.get(key[0], [])]


class Blocking(LookupReader):
    def __init__(self, server: Server) -> None:
        self._server = server

    def lookup(self, keys: Sequence[Key]) -> Sequence[Sequence[Row]]:
        self._server.calls.append([key[0] for key in keys])
        if self._server.error is not None:
            raise self._server.error
        return [self._server.rows(key) for key in keys]

    def read_all(self) -> Iterable[Row]:
        self._server.loads += 1
        if self._server.error is not None:
            raise self._server.error
        return [row for key in self._server.names for row in self._server.rows((key,))]


class Asynchronous(AsyncLookupReader):
    def __init__(self, server: Server) -> None:
        self._server = server

    async def lookup(self, keys: Sequence[Key]) -> Sequence[Sequence[Row]]:
        self._server.calls.append([key[0] for key in keys])
        rows = [self._server.rows(key) for key in keys]
        await asyncio.sleep(max(self._server.delay_ms.get(key[0], 0) for key in keys) / 1000)
        if self._server.error is not None:
            raise self._server.error
        return rows


@dataclass(frozen=True)
class Names(Lookup):
    server: Server
    settings: LookupCache = None
    most: int = 1

    @property
    def cache(self) -> LookupCache:
        return self.settings

    @property
    def keys_per_call(self) -> int:
        return self.most

    @property
    def is_async(self) -> bool:
        return True

    def create_reader(self, is_async: bool) -> LookupReader | AsyncLookupReader:
        return Asynchronous(self.server) if is_async else Blocking(self.server)


class LookupJob:
    """Joins rows (n, k) with the names of k."""

    def __init__(
        self,
        server: Server,
        cache: LookupCache = None,
        most: int = 1,
        restore: Any = None,
        now_ms: int = 0,
        **more: Any,
    ) -> None:
        spec = LookupJoinSpec(
            lookup=Names(server, cache, most),
            table="names",
            keys=(FieldReference(1, "k", BigIntType()),),
            key_places=(0,),
            input=INPUT,
            right=RIGHT,
            output=OUTPUT,
            is_left=False,
            left_condition=None,
            condition=None,
            is_changelog=False,
            text="lookup",
        )
        self.spec = replace(spec, **more)
        self.job = Harness(self.spec.build(), restore=restore, now_ms=now_ms)

    def rows(self, *rows: tuple[Any, ...], kinds: Optional[list[int]] = None) -> None:
        columns = [pa.array(column, pa.int64()) for column in zip(*rows, strict=True)]
        batch = pa.record_batch(columns, list(INPUT.names))
        if kinds is not None:
            batch = batch.append_column(CHANGE_KINDS, pa.array(kinds, pa.int8()))
        self.job.operator.process_block(ColumnBlock(batch))
        self.job._loop.settle()

    def end(self) -> None:
        """Waits for all calls."""
        self.job._loop.finish()

    def take(self) -> list[tuple[Any, ...]]:
        """The results so far: n and name, with the change kind if there is one."""
        rows: list[tuple[Any, ...]] = []
        for block in self.job.output.blocks:
            assert isinstance(block, ColumnBlock)
            columns = [block.batch.column(place).to_pylist() for place in (0, 3, 4) if place < block.batch.num_columns]
            rows += zip(*columns, strict=True)
        self.job.output.clear()
        return rows
