"""Click streams: each visit of a user, with its pages and how long it took. A visit ends after half an hour of silence.

Run it with: pyrite run examples/streaming/session_analytics.py
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from pyrite.common import Duration, Time, TimestampAssigner, WatermarkStrategy
from pyrite.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyrite.datastream.window import EventTimeSessionWindows, TimeWindow

GAP_MS = 30 * 60_000
LOG = """\
2026-03-02T09:00:00Z ann /
2026-03-02T09:01:30Z bob /tea
2026-03-02T09:02:00Z ann /tea
2026-03-02T09:41:00Z ann /paid
2026-03-02T09:20:00Z ann /cart
2026-03-02T09:45:00Z bob /salt
2026-03-02T11:00:00Z ann /
2026-03-02T11:00:20Z eve /jobs
"""  # the click at 9:20 comes after the one at 9:41: it makes one visit of two


@dataclass(frozen=True)
class Click:
    time_ms: int
    user: str
    page: str


def parse(line: str) -> Click:
    time, user, page = line.split()
    return Click(int(datetime.fromisoformat(time).timestamp() * 1000), user, page)


class ClickTime(TimestampAssigner):
    def extract_timestamp(self, value: Click, record_timestamp: int) -> int:
        return value.time_ms


class Visit(ProcessWindowFunction[Click, str, str, TimeWindow]):
    """Describes a session: its window reaches from the first click to the gap after the last one."""

    def process(
        self, key: str, context: ProcessWindowFunction.Context[TimeWindow], elements: Iterable[Click]
    ) -> Iterator[str]:
        window = context.window()
        start = datetime.fromtimestamp(window.start / 1000, UTC)
        minutes, seconds = divmod((window.end - GAP_MS - window.start) // 1000, 60)
        pages = [click.page for click in sorted(elements, key=lambda click: click.time_ms)]
        yield f"{start:%H:%M} {key}, {minutes}:{seconds:02} min: {' '.join(pages)}"


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(10_000)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_minutes(30))
    clicks = env.from_collection(LOG.splitlines()).map(parse)
    timed = clicks.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(ClickTime()))
    sessions = timed.key_by(lambda click: click.user).window(EventTimeSessionWindows.with_gap(Time.minutes(30)))
    visits = sessions.process(Visit()).name("visits").uid("visits")
    visits.print().set_parallelism(1)
    env.execute("session analytics")


if __name__ == "__main__":
    main()
