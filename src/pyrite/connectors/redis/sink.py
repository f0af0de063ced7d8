"""RedisSink: records as Redis commands."""

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
"""How far a writer's commands have run: which of what it has staged, and which part of that."""
RedisMapper = Callable[[Any], Command]
"""Makes a command of a record."""

PLAIN = Guarantee(AT_LEAST_ONCE, "no transactions")
IDEMPOTENT = Guarantee(EXACTLY_ONCE, "its commands, once more, change nothing")
WRITE_AHEAD = Guarantee(EXACTLY_ONCE, "write-ahead; commands and their mark run in one transaction")
_IDEMPOTENT: Final = frozenset({"SET", "HSET", "SADD", "ZADD", "DEL", "HDEL", "SREM", "MSET"})
_AT_ONCE: Final = 5000
_MARK_S: Final = 7 * 24 * 3600
"""How long a mark is kept after a writer's last commit: longer than a job may be down."""
_REFUSED: Final = "refused: "


class RedisWriter(SinkWriter):
    """Sends blocks in pipelines; each has been answered when the next begins."""

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
    """The committable: commands that are to run once."""

    mark: str
    """The writer's key: it holds how far its commands have run."""
    parts: list[Part]
    staged_at: float
    """Seconds since 1970."""
    number: int
    """Of all that the writer has staged; they are committed in this order."""

    def commands(self) -> Iterable[Command]:
        return (command for part in self.parts for some in part.items() for command in some)


class StagingWriter(SinkWriter):
    """Keeps commands for the checkpoint."""

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
    """Runs commands by MULTI, some thousands at a time; the writer's mark moves with them, so a repeat is detected."""

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
                pipeline.watch(staged.mark)  # whoever else commits the same makes EXEC fail
                stored_mark = pipeline.get(staged.mark)
                if stored_mark is None:
                    self._check_age(staged)
                if stored_mark is None or self._committed_place(stored_mark) < place:
                    self._execute(pipeline, staged.mark, place, commands)
        except (ConnectorError, CommittableLostError):
            raise
        except self._redis.WatchError:  # another one has committed meanwhile, which the next try sees
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
                # The other commands have run: no repeat could put it right, nor may it go by
                self._client.set(mark, f"{_REFUSED}{error}", ex=_MARK_S)
            raise

    def _check_age(self, staged: StagedCommands) -> None:
        """A mark that is gone may have been there."""
        if time.time() - staged.staged_at > 0.9 * _MARK_S:
            since = datetime.fromtimestamp(staged.staged_at).isoformat(" ", "seconds")
            raise CommittableLostError(
                f"RedisSink: commands that were staged at {since} are "
                f"to run at {self._settings.place}, and may have run before, longer ago than marks are kept (7 days). "
                "Start without this state"
            )

    def _committed_place(self, stored_mark: bytes) -> Place:
        """How far the writer's commands have run, by its mark."""
        mark = stored_mark.decode()
        if mark.startswith(_REFUSED):
            raise ConnectorError(
                f"RedisSink: a command of a complete checkpoint was refused at {self._settings.place}: "
                f"{mark.removeprefix(_REFUSED)}. The others have run; fix the mapper, and start without this state"
            )
        number, part = mark.split(":")
        return int(number), int(part)

    def close(self) -> None:
        self._client.close()


class RedisSink(Sink):
    """Runs a command for each record.

    At least once, a command may run again after a failure; SET, HSET, SADD and the like change nothing then. Exactly
    once, commands wait in the checkpoint and run when it is complete, with a mark that a repeat finds, for a week.
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
        """`idempotent` says that all commands are such that running them again changes nothing."""
        if DeliveryGuarantee.checked(delivery_guarantee) is DeliveryGuarantee.NONE:
            raise InvalidProgramError("RedisSink gives AT_LEAST_ONCE or EXACTLY_ONCE, not NONE")
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
                    f"RedisSink's mapper makes a command of a record, such as ('SET', 'key', 3), not {command!r}"
                )
        if self._idempotent:
            for command in commands:
                if not _is_idempotent(command):
                    allowed = ", ".join(sorted(_IDEMPOTENT))
                    raise InvalidProgramError(
                        f"{command[0]} is not idempotent: of RedisSink's commands {allowed} are, without INCR"
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
