"""Finds people who like each other, within a day: keyed state for the first like, a timer that forgets it.

Run it with: pyrite run examples/streaming/mutual_likes.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyrite.common import WatermarkStrategy
from pyrite.datastream import KeyedProcessFunction, RuntimeContext, StreamExecutionEnvironment
from pyrite.datastream.state import ValueStateDescriptor
from pyrite.testing import At, Pause, ScriptedSource

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


@dataclass(frozen=True)
class Like:
    who: str
    whom: str


SCRIPT = (
    At(1 * HOUR_MS, Like("ann", "bob")),
    At(2 * HOUR_MS, Like("cid", "dee")),
    At(3 * HOUR_MS, Like("bob", "ann")),  # a match
    At(4 * HOUR_MS, Like("cid", "dee")),  # once more: nothing new
    At(30 * HOUR_MS, Like("eve", "ann")),
    Pause(1000),  # watermarks are sent every 200 ms: the like of hour 2 is forgotten here
    At(31 * HOUR_MS, Like("dee", "cid")),  # too late for a match: it waits for another one
    At(32 * HOUR_MS, Like("ann", "eve")),  # a match
)


def pair(like: Like) -> tuple[str, ...]:
    """The key: the same for both directions."""
    return tuple(sorted((like.who, like.whom)))


class MutualLikes(KeyedProcessFunction):
    """The first like of a pair waits for a day; the second, in the other direction, is a match."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._first = runtime_context.get_state(ValueStateDescriptor("first-like"))

    def process_element(self, value: Like, ctx: KeyedProcessFunction.Context) -> Iterator[str]:
        first = self._first.value()
        if first is None:
            forget_at_ms = ctx.timestamp() + DAY_MS
            self._first.update((value.who, forget_at_ms))
            ctx.timer_service().register_event_time_timer(forget_at_ms)
            return
        who, forget_at_ms = first
        if who != value.who:
            self._first.clear()
            ctx.timer_service().delete_event_time_timer(forget_at_ms)
            yield f"{who} and {value.who} like each other"

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> None:
        self._first.clear()


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(10_000)
    likes = env.from_source(ScriptedSource(SCRIPT), WatermarkStrategy.for_monotonous_timestamps(), "likes")
    matches = likes.set_parallelism(1).key_by(pair).process(MutualLikes()).name("mutual likes").uid("mutual-likes")
    matches.print().set_parallelism(1)
    env.execute("mutual likes")


if __name__ == "__main__":
    main()
