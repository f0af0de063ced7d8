"""Transcripts of the triggers: when windows fire."""

from __future__ import annotations

from typing import Any

from pyrite.datastream.state import ListStateDescriptor
from pyrite.datastream.window import (
    ContinuousEventTimeTrigger,
    ContinuousProcessingTimeTrigger,
    CountTrigger,
    CountTumblingWindowAssigner,
    DeltaTrigger,
    EventTimeTrigger,
    GlobalWindows,
    NeverTrigger,
    ProcessingTimeoutTrigger,
    ProcessingTimeTrigger,
    PurgingTrigger,
    Trigger,
    TriggerResult,
    TumblingProcessingTimeWindows,
)
from tests.operators.window.assigner_cases import sessions, sliding, tumbling
from tests.operators.window.case import Case, Cases
from tests.operators.window.programs import Counted, Sorted, Windows, process, seconds


def difference(old: Any, new: Any) -> float:
    number: float = abs(new[2] - old[2])
    return number


class Commands(Trigger[Any, Any]):
    """Fires at 100, purges at 200, fires and purges at 300; remembers in its state what has come."""

    _seen = ListStateDescriptor("seen")
    _answers = {100: TriggerResult.FIRE, 200: TriggerResult.PURGE, 300: TriggerResult.FIRE_AND_PURGE}

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        ctx.get_partitioned_state(self._seen).add(element[2])
        return self._answers.get(element[2], TriggerResult.CONTINUE)

    def on_event_time(self, time: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        return TriggerResult.CONTINUE

    def on_processing_time(self, time: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        return TriggerResult.CONTINUE

    def clear(self, window: Any, ctx: Trigger.TriggerContext) -> None:
        ctx.get_partitioned_state(self._seen).clear()


class AfterThree(Commands):
    """Fires when three records have come, of merged windows together, and at the end."""

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        seen = ctx.get_partitioned_state(self._seen)
        seen.add(element[2])
        ctx.register_event_time_timer(window.max_timestamp())
        return TriggerResult.FIRE if len(list(seen.get())) == 3 else TriggerResult.CONTINUE

    def on_event_time(self, time: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        return TriggerResult.FIRE

    def can_merge(self) -> bool:
        return True

    def on_merge(self, window: Any, ctx: Trigger.OnMergeContext) -> None:
        ctx.merge_partitioned_state(self._seen)
        ctx.register_event_time_timer(window.max_timestamp())

    def clear(self, window: Any, ctx: Trigger.TriggerContext) -> None:
        super().clear(window, ctx)
        ctx.delete_event_time_timer(window.max_timestamp())


EVENT_TIME: Cases = {
    "event_time_trigger": Case(
        Windows(tumbling(10), trigger=EventTimeTrigger.create()),
        """
        1 11 W10             => [0,10)=1
        2 end                => [10,20)=11 dropped:1
        """,
    ),
    "event_time_trigger_with_late_firings": Case(
        Windows(tumbling(10), trigger=EventTimeTrigger.create(), lateness=5),
        """
        1 W10                => [0,10)=1
        2 3                  => [0,10)=1,2 [0,10)=1,2,3
        end
        """,
    ),
    "event_time_trigger_does_not_fire_global_windows_before_the_end": Case(
        Windows(GlobalWindows.create(), trigger=EventTimeTrigger.create()),
        """
        1 2 W1000
        end                  => all=1,2
        """,
        leaves=1,
    ),
    "continuous_event_time": Case(
        Windows(tumbling(10), trigger=ContinuousEventTimeTrigger.of(seconds(2))),
        """
        1 W2
        W2.001               => [0,10)=1
        5 W4.001             => [0,10)=1,5
        W6.001               => [0,10)=1,5
        # at 8 and at the end
        W10                  => [0,10)=1,5 [0,10)=1,5
        end
        """,
    ),
    "continuous_event_time_after_the_end": Case(
        Windows(tumbling(10), trigger=ContinuousEventTimeTrigger.of(seconds(20)), lateness=5),
        """
        1 W10                => [0,10)=1
        2                    => [0,10)=1,2
        W14
        end
        """,
    ),
    "continuous_event_time_longer_than_the_window": Case(
        Windows(tumbling(10), trigger=ContinuousEventTimeTrigger.of(seconds(60))),
        """
        1 W9.999
        W10                  => [0,10)=1
        end
        """,
    ),
    "continuous_event_time_in_sessions_that_merge": Case(
        Windows(sessions(5), trigger=ContinuousEventTimeTrigger.of(seconds(2))),
        """
        1 W2.001             => [1,6)=1
        4 W4.001             => [1,9)=1,4
        W6.001               => [1,9)=1,4
        W9                   => [1,9)=1,4 [1,9)=1,4
        end
        """,
    ),
    "purging_event_time": Case(
        Windows(tumbling(10), trigger=PurgingTrigger.of(EventTimeTrigger.create()), lateness=10),
        """
        1 2 W10              => [0,10)=1,2
        3                    => [0,10)=3
        W20
        end
        """,
    ),
    "pyflink_purging_sessions": Case(
        Windows(sessions(3), process(Counted()), trigger=PurgingTrigger.of(EventTimeTrigger.create())),
        """
        1 2 3 4 8 W8         => [1,7)=4
        9 15 W15             => [8,12)=2
        end                  => [15,18)=1
        """,
    ),
    "never": Case(Windows(tumbling(10), trigger=NeverTrigger()), "1 2 W10 11 end"),
}

COUNTING: Cases = {
    # It takes the place of the default: nothing fires at the end of the window.
    "count": Case(
        Windows(tumbling(10), trigger=CountTrigger.of(2)),
        """
        1 2                  => [0,10)=1,2
        3
        4 5                  => [0,10)=1,2,3,4
        W10
        end
        """,
    ),
    "count_of_each_key_and_window": Case(
        Windows(sliding(10, 5), trigger=CountTrigger.of(2)),
        """
        a:6 b:7
        a:2                  => a:[0,10)=6,2
        b:11                 => b:[5,15)=7,11
        end
        """,
    ),
    "count_in_sessions_that_merge": Case(
        Windows(sessions(5), process(Sorted()), trigger=CountTrigger.of(3)),
        """
        1 8
        4                    => [1,13)=1,4,8
        W13
        end
        """,
    ),
    "count_purging_in_sessions": Case(
        Windows(sessions(5), process(Sorted()), trigger=PurgingTrigger.of(CountTrigger.of(2))),
        """
        1 2                  => [1,7)=1,2
        3 4                  => [1,9)=3,4
        end
        """,
    ),
    "count_windows_that_fire_early": Case(
        Windows(CountTumblingWindowAssigner.of(3), trigger=PurgingTrigger.of(CountTrigger.of(1))),
        """
        1 2                  => #0=1 #0=2
        3 4 end              => #0=3 #1=4
        """,
        leaves=1,
    ),
    "delta": Case(
        Windows(GlobalWindows.create(), trigger=DeltaTrigger.of(3, difference)),
        """
        1=10 2=12
        3=14                 => all=10,12,14
        4=17
        5=18                 => all=10,12,14,17,18
        end
        """,
        leaves=2,
    ),
    "delta_purging_in_tumbling_windows": Case(
        Windows(tumbling(10), trigger=PurgingTrigger.of(DeltaTrigger.of(3, difference))),
        """
        1=0 2=4              => [0,10)=0,4
        3=7 4=8              => [0,10)=7,8
        end
        """,
    ),
}

PROCESSING_TIME: Cases = {
    "processing_time_trigger": Case(
        Windows(TumblingProcessingTimeWindows.of(seconds(10)), trigger=ProcessingTimeTrigger.create()),
        """
        P1 1 P9 2
        P10                  => [0,10)=1,2
        """,
    ),
    "purging_processing_time": Case(
        Windows(
            TumblingProcessingTimeWindows.of(seconds(10)), trigger=PurgingTrigger.of(ProcessingTimeTrigger.create())
        ),
        "P1 1 P10             => [0,10)=1",
    ),
    "continuous_processing_time": Case(
        Windows(TumblingProcessingTimeWindows.of(seconds(10)), trigger=ContinuousProcessingTimeTrigger.of(seconds(2))),
        """
        P1 1 P1.999
        P2                   => [0,10)=1
        P4                   => [0,10)=1
        P5 2
        P6                   => [0,10)=1,2
        # at 8 and at the end
        P10                  => [0,10)=1,2 [0,10)=1,2
        """,
    ),
    # The end of the window is not the clock's: it only cleans up.
    "continuous_processing_time_in_event_time_windows": Case(
        Windows(tumbling(10), trigger=ContinuousProcessingTimeTrigger.of(seconds(2))),
        """
        P1 1
        P2                   => [0,10)=1
        3 P4                 => [0,10)=1,3
        W10
        P100
        """,
    ),
    "continuous_processing_time_in_sessions_that_merge": Case(
        Windows(sessions(5), trigger=ContinuousProcessingTimeTrigger.of(seconds(2))),
        """
        P1 1 P1.5 4
        P2                   => [1,9)=1,4
        W9
        """,
    ),
    "timeout": Case(
        Windows(GlobalWindows.create(), trigger=ProcessingTimeoutTrigger.of(CountTrigger.of(3), seconds(5))),
        """
        P1 1 P3 2 P5.999
        P6                   => all=1,2
        # the count started over
        3 4
        5                    => all=1,2,3,4,5
        P100
        """,
        leaves=1,
    ),
    "timeout_since_the_last_record": Case(
        Windows(
            GlobalWindows.create(),
            trigger=ProcessingTimeoutTrigger.of(CountTrigger.of(3), seconds(5), reset_timer_on_new_record=True),
        ),
        """
        P1 1 P4 2 P8.999
        P9                   => all=1,2
        P100
        """,
        leaves=1,
    ),
    "timeout_that_does_not_clear": Case(
        Windows(
            GlobalWindows.create(),
            trigger=ProcessingTimeoutTrigger.of(CountTrigger.of(3), seconds(5), should_clear_on_timeout=False),
        ),
        """
        P1 1 P6              => all=1
        2 P100
        3                    => all=1,2,3
        P200
        """,
        leaves=1,
    ),
    "timeout_with_a_purging_trigger": Case(
        Windows(
            GlobalWindows.create(),
            trigger=ProcessingTimeoutTrigger.of(PurgingTrigger.of(CountTrigger.of(2)), seconds(5)),
        ),
        """
        P1 1 2               => all=1,2
        3 P6                 => all=3
        P100
        """,
        leaves=1,
    ),
    "timeout_of_event_time_windows": Case(
        Windows(tumbling(10), trigger=ProcessingTimeoutTrigger.of(EventTimeTrigger.create(), seconds(5))),
        """
        P1 1
        P6                   => [0,10)=1
        # the timeout has cleared the nested trigger's timer, a record sets it again; the window ends all the same
        2 W10                => [0,10)=1,2
        P100
        """,
    ),
}

CUSTOM: Cases = {
    "custom": Case(
        Windows(tumbling(10), trigger=Commands()),
        """
        1 2=100              => [0,10)=1,100
        3=300                => [0,10)=1,100,300
        4 5=200
        6 7=100              => [0,10)=6,100
        end
        """,
    ),
    "custom_in_sessions_that_merge": Case(
        Windows(sessions(5), process(Sorted()), trigger=AfterThree()),
        """
        1 8
        4                    => [1,13)=1,4,8
        9 W14                => [1,14)=1,4,8,9
        end
        """,
    ),
}

TRIGGERS: Cases = {
    f"trigger_{name}": case for name, case in {**EVENT_TIME, **COUNTING, **PROCESSING_TIME, **CUSTOM}.items()
}
