"""A door that is left open: it was opened, and not closed within 30 seconds.

Run it with: pyrite run examples/cep/door_left_open.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pyrite.cep import CEP, Pattern, PatternContext, PatternMatch, PatternProcessFunction
from pyrite.common import Time, WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import At, ScriptedSource

OPEN_S = 30
EVENTS = """\
0 front opened    3 back opened    8 front closed    20 front opened    33 back closed    40 cellar opened
49 front closed    60 front opened    95 front closed    100 back opened    129 back closed
"""  # seconds, doors, what happened


class Event(NamedTuple):
    door: str
    what: str


def script() -> Iterator[At]:
    words = iter(EVENTS.split())
    for second, door, what in zip(words, words, words, strict=True):
        yield At(int(second) * 1000, Event(door, what))


def pattern() -> Pattern:
    opened = Pattern.begin("opened").where(lambda event: event.what == "opened")
    return opened.not_followed_by("closed").where(lambda event: event.what == "closed").within(Time.seconds(OPEN_S))


class Warn(PatternProcessFunction):
    """A match is known when its time is up: that is its timestamp."""

    def process_match(self, match: PatternMatch, ctx: PatternContext) -> Iterator[str]:
        yield f"second {ctx.timestamp() // 1000}: the {match['opened'][0].door} door is open"


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(10_000)
    events = env.from_source(ScriptedSource(script()), WatermarkStrategy.for_monotonous_timestamps(), "events")
    doors = events.set_parallelism(1).key_by(lambda event: event.door)
    CEP.pattern(doors, pattern()).process(Warn()).name("doors").uid("doors").print().set_parallelism(1)
    env.execute("doors")


if __name__ == "__main__":
    main()
