"""RedisSink: executes a Redis command for each record."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import count, islice
from typing import Any, ClassVar, Final, Optional

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.base.staging import Part, Stage
from pyrite.connectors.redis.connection import RedisSettings
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import CommittableLostError, ConnectorError, InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted

Command = tuple[Any, ...]
"""A command with its arguments: `("HSET", "totals", "anna", 3)`."""
Place = tuple[int, int]
"""The progress of a writer's commands: the number of the staged commands, and the part of them."""
RedisMapper = Callable[[Any], Command]
"""Converts a record into a command."""

PLAIN = Guarantee(AT_LEAST_ONCE, "no transactions")
IDEMPOTENT = Guarantee(EXACTLY_ONCE, "its commands are idempotent")
WRITE_AHEAD = Guarantee(EXACTLY_ONCE, "write-ahead; commands and their progress mark run in one transaction")
_IDEMPOTENT: Final = frozenset({"SET", "HSET", "SADD", "ZADD", "DEL", "HDEL", "SREM", "MSET"})
_AT_ONCE: Final = 5000
_MARK_S: Final = 7 * 24 * 3600
"""How long a progress mark is kept after the last commit of a writer. A job must not be down for longer."""
_REFUSED: Final = "refused: "


class RedisWriter(SinkWriter):
    """Sends each block in a pipeline, and waits for its answers."""

    def __init__(self, sink: RedisSink) -> None:
        self._sink = sink
        self._client = sink.settings.client("RedisSink")

    def write(self, block: RowBlock) -> None:
        try:
            pipeline = self._client.pipeline(transaction=False)
            for command in self._sink.commands(block.values):
                pipeline.execute_command(*command)
            pipeline.execute()
        except Exception as error:
            raise self._sink.settings.error("RedisSink", "commands were refused", error) from None

    def close(self) -> None:
        self._client.close()


@persisted("redis-staged-commands/1")
@dataclass
class StagedCommands:
    """The committable: commands that must run exactly once."""

    mark: str
    """The key of the writer's progress mark."""
    parts: list[Part]
    staged_at: float
    """Seconds since 1970."""
    number: int
    """The number among the writer's committables, which are committed in order."""

    def commands(self) -> Iterable[Command]:
        return (command for part in self.parts for some in part.items() for command in some)


class StagingWriter(SinkWriter):
    """Stages commands in the checkpoint."""

    def __init__(self, sink: RedisSink, context: WriterInitContext) -> None:
        self._commands = sink.commands
        self._stage = Stage()
        self._mark = f"pyrite:{context.job_id}:{context.operator_id}:{context.subtask}:{uuid.uuid4().hex}"
        self._staged = 0

    def write(self, block: RowBlock) -> None:
        self._stage.add(self._commands(block.values))

    def prepare_commit(self) -> list[StagedCommands]:
        parts = self._stage.take()
        if not parts:
            return []
        self._staged += 1
        return [StagedCommands(self._mark, parts, time.time(), self._staged)]


class RedisCommitter(Committer):
    """Runs commands with MULTI, some thousands at a time, and updates the progress mark to detect duplicates."""

    def __init__(self, settings: RedisSettings) -> None:
        self._settings = settings
        self._client = settings.client("RedisSink")
        self._redis = load("redis", "redis", "RedisSink")

    def commit(self, committables: list[StagedCommands]) -> None:
        for staged in committables:
            commands = iter(staged.commands())
            for part in count():
                if not (some := list(islice(commands, _AT_ONCE))):
                    break
                self._run(staged, (staged.number, part), some)

    def _run(self, staged: StagedCommands, place: Place, commands: list[Command]) -> None:
        try:
            with self._client.pipeline(transaction=True) as pipeline:
                pipeline.watch(staged.mark)  # a concurrent commit makes EXEC fail
                stored_mark = pipeline.get(staged.mark)
                if stored_mark is None:
                    self._check_age(staged)
                if stored_mark is None or self._committed_place(stored_mark) < place:
                    self._execute(pipeline, staged.mark, place, commands)
        except (ConnectorError, CommittableLostError):
            raise
        except self._redis.WatchError:  # a concurrent commit, which the next try detects
            self._run(staged, place, commands)
        except Exception as error:
            raise self._settings.error("RedisSink", "commands were refused", error) from None

    def _execute(self, pipeline: Any, mark: str, place: Place, commands: list[Command]) -> None:
        progress = f"{place[0]}:{place[1]}"
        pipeline.multi()
        pipeline.set(mark, progress, ex=_MARK_S)
        for command in commands:
            pipeline.execute_command(*command)
        try:
            pipeline.execute()
        except self._redis.ResponseError as error:
            if self._client.get(mark) == progress.encode():
                # The other commands have run: a retry cannot repair this, and it must not be ignored.
                self._client.set(mark, f"{_REFUSED}{error}", ex=_MARK_S)
            raise

    def _check_age(self, staged: StagedCommands) -> None:
        """CommittableLostError if a mark may have expired."""
        if time.time() - staged.staged_at > 0.9 * _MARK_S:
            since = datetime.fromtimestamp(staged.staged_at).isoformat(" ", "seconds")
            raise CommittableLostError(
                f"RedisSink: commands that were staged at {since} for {self._settings.place} may have run before: "
                "progress marks expire after 7 days. Start without this state"
            )

    def _committed_place(self, stored_mark: bytes) -> Place:
        """The writer's progress, by its mark."""
        mark = stored_mark.decode()
        if mark.startswith(_REFUSED):
            raise ConnectorError(
                f"RedisSink: a command of a complete checkpoint was refused at {self._settings.place}: "
                f"{mark.removeprefix(_REFUSED)}. The other commands have run. Fix the mapper, and start without "
                "this state"
            )
        number, part = mark.split(":")
        return int(number), int(part)

    def close(self) -> None:
        self._client.close()


class RedisSink(Sink):
    """Runs a command for each record.

    With AT_LEAST_ONCE, a command may run again after a failure, which is harmless for idempotent commands such as SET,
    HSET and SADD. With EXACTLY_ONCE, commands are staged in the checkpoint, and run when it is complete, with a
    progress mark that detects duplicates for a week.
    """

    declaration: ClassVar[Declaration] = Declaration(
        "Redis",
        (PLAIN, WRITE_AHEAD, IDEMPOTENT),
        needs="pyrite[redis]; appendonly with fsync always; for write-ahead, a server that is not a cluster",
        tried_with="Redis 7.0",
    )

    def __init__(
        self,
        url: str,
        mapper: RedisMapper,
        delivery_guarantee: DeliveryGuarantee = DeliveryGuarantee.AT_LEAST_ONCE,
        idempotent: bool = False,
    ) -> None:
        """`idempotent` says that all commands can be repeated without effect."""
        if DeliveryGuarantee.checked(delivery_guarantee) is DeliveryGuarantee.NONE:
            raise InvalidProgramError("RedisSink supports AT_LEAST_ONCE and EXACTLY_ONCE, not NONE")
        self.settings = RedisSettings(url)
        self._mapper = mapper
        self._exactly_once = delivery_guarantee is DeliveryGuarantee.EXACTLY_ONCE
        self._idempotent = idempotent

    def commands(self, values: list[Any]) -> list[Command]:
        """The commands of each record."""
        commands = list(map(self._mapper, values))
        for command in commands:
            if not isinstance(command, (tuple, list)):
                raise InvalidProgramError(
                    f"RedisSink's mapper must return a command such as ('SET', 'key', 3), not {command!r}"
                )
        if self._idempotent:
            for command in commands:
                if not _is_idempotent(command):
                    allowed = ", ".join(sorted(_IDEMPOTENT))
                    raise InvalidProgramError(
                        f"{command[0]} is not idempotent. RedisSink's idempotent commands are {allowed}, without INCR"
                    )
        return commands

    def guarantee(self) -> Guarantee:
        if self._exactly_once:
            return WRITE_AHEAD
        return IDEMPOTENT if self._idempotent else PLAIN

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return StagingWriter(self, context) if self._exactly_once else RedisWriter(self)

    def create_committer(self) -> Optional[Committer]:
        return RedisCommitter(self.settings) if self._exactly_once else None


def _is_idempotent(command: Command) -> bool:
    name, *arguments = command
    adds = str(name).upper() == "ZADD" and any(str(each).upper() == "INCR" for each in arguments[1:])
    return str(name).upper() in _IDEMPOTENT and not adds
