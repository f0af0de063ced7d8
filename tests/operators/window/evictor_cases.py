"""Transcripts of the evictors: which records are taken out of a window that fires."""

from __future__ import annotations

from typing import Any

from pyrite.datastream.window import (
    ContinuousEventTimeTrigger,
    CountEvictor,
    CountTrigger,
    DeltaEvictor,
    DeltaTrigger,
    EventTimeTrigger,
    Evictor,
    GlobalWindows,
    PurgingTrigger,
    TimeEvictor,
    TumblingProcessingTimeWindows,
)
from tests.operators.window.assigner_cases import sessions, sliding, tumbling
from tests.operators.window.case import Case, Cases
from tests.operators.window.programs import Described, ListedAll, Sorted, Sum, Windows, process, seconds
from tests.operators.window.trigger_cases import difference


class OddBeforeBigAfter(Evictor[Any, Any]):
    """Takes odd numbers out before, and those from 10 on after the window function."""

    def evict_before(self, elements: Any, size: int, window: Any, ctx: Evictor.EvictorContext) -> None:
        assert size == len(elements)
        elements[:] = [element for element in elements if element.value[2] % 2 == 0]

    def evict_after(self, elements: Any, size: int, window: Any, ctx: Evictor.EvictorContext) -> None:
        assert size == len(elements)
        elements[:] = [element for element in elements if element.value[2] < 10]


def every(count: int) -> PurgingTrigger:
    return PurgingTrigger.of(CountTrigger.of(count))


ALONE: Cases = {
    "count_before": Case(Windows(tumbling(10), evictor=CountEvictor.of(2)), "1 2 3 W10 end => [0,10)=2,3"),
    "count_before_is_for_good": Case(
        Windows(tumbling(10), trigger=CountTrigger.of(2), evictor=CountEvictor.of(1)),
        """
        1 2                  => [0,10)=2
        3 4                  => [0,10)=4
        end
        """,
    ),
    "count_after": Case(
        Windows(GlobalWindows.create(), trigger=CountTrigger.of(2), evictor=CountEvictor.of(2, True)),
        """
        1 2                  => all=1,2
        3 4                  => all=1,2,3,4
        5 6                  => all=3,4,5,6
        end
        """,
        leaves=1,
    ),
    # What Flink's Java API has as countWindow(4, 2).
    "count_before_as_sliding_count_window": Case(
        Windows(GlobalWindows.create(), trigger=CountTrigger.of(2), evictor=CountEvictor.of(4)),
        """
        1 2                  => all=1,2
        3 4                  => all=1,2,3,4
        5 6                  => all=3,4,5,6
        end
        """,
        leaves=1,
    ),
    "time_before": Case(
        Windows(tumbling(20), evictor=TimeEvictor.of(seconds(5))),
        """
        1 7 12 10 7.001 W20  => [0,20)=12,10,7.001
        end
        """,
    ),
    "time_after": Case(
        Windows(tumbling(20), trigger=CountTrigger.of(3), evictor=TimeEvictor.of(seconds(5), True)),
        """
        1 7 12               => [0,20)=1,7,12
        13 14 15             => [0,20)=12,13,14,15
        end
        """,
    ),
    "delta_before": Case(
        Windows(tumbling(10), evictor=DeltaEvictor.of(5, difference)),
        """
        1=1 2=10 3=6 4=4 5=9 W10 => [0,10)=10,6,9
        end
        """,
    ),
    "delta_after": Case(
        Windows(tumbling(10), trigger=CountTrigger.of(2), evictor=DeltaEvictor.of(5, difference, True)),
        """
        1=1 2=9              => [0,10)=1,9
        3=8 4=10             => [0,10)=9,8,10
        end
        """,
    ),
    "custom": Case(
        Windows(tumbling(10), trigger=CountTrigger.of(3), evictor=OddBeforeBigAfter()),
        """
        1=1 2=2 3=12         => [0,10)=2,12
        4=4 5=5 6=14         => [0,10)=2,4,14
        end
        """,
    ),
    "all_before": Case(Windows(tumbling(10), evictor=CountEvictor.of(0)), "1 2 W10 end => [0,10)="),
    # An empty window does not fire: its state is gone.
    "all_after": Case(
        Windows(tumbling(10), trigger=ContinuousEventTimeTrigger.of(seconds(2)), evictor=CountEvictor.of(0, True)),
        """
        1 W2.001             => [0,10)=1
        W5
        5 W6.001             => [0,10)=5
        W10
        end
        """,
    ),
    "all_after_of_a_window_without_end": Case(
        Windows(GlobalWindows.create(), trigger=CountTrigger.of(2), evictor=CountEvictor.of(0, True)),
        "1 2 3 4 end          => all=1,2 all=3,4",
    ),
}

WITH_OTHERS: Cases = {
    "in_sliding_windows": Case(
        Windows(sliding(10, 5), evictor=CountEvictor.of(1)),
        """
        1 6 W5               => [-5,5)=1
        8 end                => [0,10)=8 [5,15)=8
        """,
    ),
    "in_sessions_that_merge": Case(
        Windows(sessions(5), process(Sorted()), evictor=TimeEvictor.of(seconds(5))),
        """
        1 8 4 W13            => [1,13)=4,8
        end
        """,
    ),
    "in_processing_time_windows": Case(
        Windows(TumblingProcessingTimeWindows.of(seconds(10)), evictor=CountEvictor.of(1)),
        "P1 1 2 P10           => [0,10)=2",
    ),
    "in_windows_of_all_keys": Case(
        Windows(tumbling(10), process(ListedAll()), evictor=CountEvictor.of(2), all_keys=True),
        "a:1 b:2 c:3 W10 end  => [0,10)=b2,c3",
    ),
    "with_purging_trigger": Case(
        Windows(GlobalWindows.create(), trigger=every(3), evictor=CountEvictor.of(2)),
        """
        1 2 3                => all=2,3
        4 5 6                => all=5,6
        end
        """,
    ),
    "with_late_firings": Case(
        Windows(tumbling(10), evictor=CountEvictor.of(2), lateness=5),
        """
        1 2 3 W10            => [0,10)=2,3
        4                    => [0,10)=3,4
        end
        """,
    ),
    "with_event_time_trigger_named": Case(
        Windows(tumbling(10), trigger=EventTimeTrigger.create(), evictor=CountEvictor.of(1)),
        "1 2 W10 end          => [0,10)=2",
    ),
    "before_sum": Case(
        Windows(tumbling(10), lambda windowed: windowed.sum(2), evictor=CountEvictor.of(2)), "1 2 3 W10 end => 5"
    ),
    "before_aggregate": Case(
        Windows(tumbling(10), lambda windowed: windowed.aggregate(Sum(), Described()), evictor=CountEvictor.of(2)),
        "1 2 3 W10 end        => [0,10)=5",
    ),
    # Flink aggregates what is left, which is nothing: AggregateApplyWindowFunction.
    "all_before_aggregate": Case(
        Windows(tumbling(10), lambda windowed: windowed.aggregate(Sum(), Described()), evictor=CountEvictor.of(0)),
        "1 2 3 W10 end        => [0,10)=0",
    ),
    # Flink's TopSpeedWindowing: the fastest of the last ten seconds, every fifty metres; numbers are metres here.
    "top_speed": Case(
        Windows(
            GlobalWindows.create(),
            lambda windowed: windowed.max_by(1),
            trigger=DeltaTrigger.of(50, difference),
            evictor=TimeEvictor.of(seconds(10)),
        ),
        """
        a:1=0 a:2=30 a:3=50
        a:4=60               => a:60
        a:20=90
        a:21=111             => a:111
        end
        """,
        leaves=2,
    ),
}

EVICTORS: Cases = {f"evictor_{name}": case for name, case in {**ALONE, **WITH_OTHERS}.items()}
