"""One operator on its own: feed it records, watermarks and time, and see what it emits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

from pyrite.common.block import Block
from pyrite.common.clock import ManualClock
from pyrite.operators.operator import Operator, OperatorContext, Output
from pyrite.state.hashmap import HashMapBackend
from pyrite.state.key_codec import encode_keys


class Recorder:
    """A target that keeps what it is given. `events` has records, watermarks and idle marks in their order."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.events: list[tuple[str, Any]] = []

    def process_block(self, block: Block) -> None:
        self.blocks.append(block)
        self.events.append(("records", block.values))

    def process_watermark(self, watermark_ms: int) -> None:
        self.events.append(("watermark", watermark_ms))

    def process_idle(self, idle: bool) -> None:
        self.events.append(("idle", idle))

    @property
    def values(self) -> list[Any]:
        return [value for block in self.blocks for value in block.values]

    @property
    def stamped(self) -> list[tuple[Any, int]]:
        """Every record with its timestamp, or NO_TIMESTAMP."""
        pairs = [zip(block.values, block.timestamps_or_none_marks(), strict=True) for block in self.blocks]
        return [pair for block in pairs for pair in block]

    @property
    def watermarks(self) -> list[int]:
        return [payload for kind, payload in self.events if kind == "watermark"]

    def clear(self) -> None:
        self.blocks.clear()
        self.events.clear()


class Harness:
    """Sets an operator up, opens it and plays its task."""

    def __init__(
        self,
        operator: Operator,
        keyed: bool = False,
        batch: bool = False,
        sides: tuple[str, ...] = (),
        parameters: Optional[Mapping[str, str]] = None,
        uid: str = "",
    ) -> None:
        self.operator = operator
        self.clock = ManualClock(1_000_000)
        self.main = Recorder()
        self.sides = {tag: Recorder() for tag in sides}
        self.backend = HashMapBackend() if keyed else None
        self.accumulators: list[tuple[str, float]] = []
        self.context = OperatorContext(
            name="Test",
            uid=uid,
            subtask=1,
            parallelism=3,
            max_parallelism=128,
            attempt=0,
            clock=self.clock,
            output=Output([self.main], {tag: [recorder] for tag, recorder in self.sides.items()}),
            backend=self.backend,
            batch=batch,
            job_parameters=parameters or {},
            add_to_accumulator=lambda name, amount: self.accumulators.append((name, amount)),
        )
        operator.setup(self.context)
        operator.open()

    def feed(
        self,
        values: list[Any],
        timestamps: Optional[list[int]] = None,
        keys: Optional[list[Any]] = None,
        input_index: int = 0,
    ) -> None:
        """One block; `keys` are the user's."""
        encoded = None if keys is None else encode_keys(keys)
        self.operator.process_block(Block(values, timestamps, encoded), input_index)

    def feed_keyed(self, *pairs: tuple[Any, Any], timestamps: Optional[list[int]] = None, input_index: int = 0) -> None:
        """One block of (key, value) pairs."""
        self.feed([value for _, value in pairs], timestamps, [key for key, _ in pairs], input_index)

    def watermark(self, watermark_ms: int) -> None:
        self.operator.process_watermark(watermark_ms)

    def pass_time(self, by_ms: int) -> None:
        """Moves the clock and fires what is due, as the task does."""
        self.clock.advance(by_ms)
        due_ms = self.operator.next_timer_ms()
        if due_ms is not None and due_ms <= self.clock.now_ms():
            self.operator.fire_timers(self.clock.now_ms())

    def end_key(self, key: Any) -> None:
        assert self.backend is not None
        self.backend.context.key = encode_keys([key])[0]
        self.operator.end_key()
