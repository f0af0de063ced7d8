"""Readings of sensors beside rules that change while the job runs: every subtask holds all rules, as broadcast state.

Run it with: pyrite run examples/streaming/broadcast_rules.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Optional

from pyrite.common import WatermarkStrategy
from pyrite.datastream import BroadcastProcessFunction, StreamExecutionEnvironment
from pyrite.datastream.state import MapStateDescriptor
from pyrite.testing import Pause, ScriptedSource

RULES = MapStateDescriptor("rules")


@dataclass(frozen=True)
class Rule:
    """The limit of one kind of reading; None takes the rule back."""

    kind: str
    limit: Optional[float]


@dataclass(frozen=True)
class Reading:
    sensor: str
    kind: str
    value: float


READINGS = (Reading("kitchen", "heat", 70.0), Reading("cellar", "heat", 40.0), Reading("kitchen", "smoke", 3.0))

# A second lies between a change of the rules and the readings before and after it.
RULE_SCRIPT = (Rule("heat", 60.0), Pause(2000), Rule("heat", 30.0), Rule("smoke", 1.0), Pause(2000), Rule("heat", None))
READING_SCRIPT = (Pause(1000), *READINGS, Pause(2000), *READINGS, Pause(2000), *READINGS)


class Alarms(BroadcastProcessFunction):
    """Holds each reading against the rule of its kind, as it is when the reading comes."""

    def process_element(self, value: Reading, ctx: BroadcastProcessFunction.ReadOnlyContext) -> Iterator[str]:
        limit = ctx.get_broadcast_state(RULES).get(value.kind)
        if limit is not None and value.value > limit:
            yield f"{value.sensor}: {value.kind} {value.value} is over {limit}"

    def process_broadcast_element(self, value: Rule, ctx: BroadcastProcessFunction.Context) -> None:
        rules = ctx.get_broadcast_state(RULES)
        if value.limit is None:
            rules.remove(value.kind)
        else:
            rules.put(value.kind, value.limit)


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(10_000)
    no_watermarks = WatermarkStrategy.no_watermarks()
    rules = env.from_source(ScriptedSource(RULE_SCRIPT), no_watermarks, "rules").set_parallelism(1)
    readings = env.from_source(ScriptedSource(READING_SCRIPT), no_watermarks, "readings").set_parallelism(1)
    alarms = readings.rebalance().connect(rules.broadcast(RULES)).process(Alarms()).name("alarms").uid("alarms")
    alarms.print().set_parallelism(1)
    env.execute("broadcast rules")


if __name__ == "__main__":
    main()
