"""Transcripts of the assigners: into which windows records go."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from pyrite.datastream.window import (
    CountSlidingWindowAssigner,
    CountTrigger,
    CountTumblingWindowAssigner,
    DynamicProcessingTimeSessionWindows,
    EventTimeSessionWindows,
    EventTimeTrigger,
    GlobalWindows,
    MergingWindowAssigner,
    ProcessingTimeSessionWindows,
    PurgingTrigger,
    SlidingEventTimeWindows,
    SlidingProcessingTimeWindows,
    TimeWindow,
    TimeWindowSerializer,
    Trigger,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
    WindowAssigner,
    WindowStagger,
)
from tests.operators.window.case import Case, Cases
from tests.operators.window.programs import Counted, Sorted, Windows, process, seconds


def tumbling(size: float, offset: float = 0) -> TumblingEventTimeWindows:
    return TumblingEventTimeWindows.of(seconds(size), seconds(offset))


def sliding(size: float, slide: float, offset: float = 0) -> SlidingEventTimeWindows:
    return SlidingEventTimeWindows.of(seconds(size), seconds(slide), seconds(offset))


def sessions(gap: float) -> EventTimeSessionWindows:
    return EventTimeSessionWindows.with_gap(seconds(gap))


def gap_of(record: Any) -> int:
    return int(record[2] * 1000)


class EvenOnly(WindowAssigner[Any, TimeWindow]):
    """Windows of ten seconds for even numbers; the others go nowhere."""

    def assign_windows(self, element: Any, timestamp: int, context: Any) -> Collection[TimeWindow]:
        start = timestamp - timestamp % 10_000
        return [] if element[2] % 2 else [TimeWindow(start, start + 10_000)]

    def get_default_trigger(self, env: Any = None) -> Trigger[Any, Any]:
        return EventTimeTrigger.create()

    def get_window_serializer(self) -> TimeWindowSerializer:
        return TimeWindowSerializer()

    def is_event_time(self) -> bool:
        return True


class Growing(EvenOnly, MergingWindowAssigner[Any, TimeWindow]):
    """A window of as many seconds as the number says; those that overlap become one, those that touch do not."""

    def assign_windows(self, element: Any, timestamp: int, context: Any) -> Collection[TimeWindow]:
        return [TimeWindow(timestamp, timestamp + gap_of(element))]

    def merge_windows(self, windows: Iterable[TimeWindow], callback: Any) -> None:
        groups: list[list[TimeWindow]] = []
        for window in sorted(windows):
            if groups and window.start < max(one.end for one in groups[-1]):
                groups[-1].append(window)
            else:
                groups.append([window])
        for group in groups:
            if len(group) > 1:
                callback.merge(group, TimeWindow(group[0].start, max(window.end for window in group)))


A_SCRIPT = "4 2 11 W5 7 9 15 W9 12 13 10 14 21 W15 6 18 19 23 W17"

ISSUE_CASES: Cases = {
    "a_six_is_late": Case(
        Windows(tumbling(10), process(Counted())),
        """
        4 2 11 W5
        7 9 15 W9
        12 13 10 14 21 W15   => [0,10)=4
        6 18 19 23 W17       => dropped:1
        end                  => [10,20)=8 [20,30)=2
        """,
    ),
    "a_six_fires_again_with_allowed_lateness": Case(
        Windows(tumbling(10), process(Counted()), lateness=10),
        """
        4 2 11 W5
        7 9 15 W9
        12 13 10 14 21 W15   => [0,10)=4
        6 18 19 23 W17       => [0,10)=5
        end                  => [10,20)=8 [20,30)=2
        """,
    ),
    "c_hourly_window_of_a_job_started_at_9_15": Case(
        Windows(TumblingProcessingTimeWindows.of(seconds(3600))),
        """
        1 P34000 2 P35999.998
        P36000               => [32400,36000)=1,2
        3 P39600             => [36000,39600)=3
        """,
        now_ms=33_300_000,
    ),
}

EVENT_TIME: Cases = {
    "tumbling": Case(
        Windows(tumbling(10)),
        """
        4 11 2 W9
        W10                  => [0,10)=4,2
        15 W19
        end                  => [10,20)=11,15
        """,
    ),
    "tumbling_by_key": Case(
        Windows(tumbling(10)),
        """
        a:1 b:2 a:3 b:11 W10 => a:[0,10)=1,3 b:[0,10)=2
        a:12 end             => a:[10,20)=12 b:[10,20)=11
        """,
    ),
    "tumbling_start_is_in_and_end_is_out": Case(
        Windows(tumbling(10)),
        """
        0 9.999 10 W10       => [0,10)=0,9.999
        end                  => [10,20)=10
        """,
    ),
    "tumbling_before_the_epoch": Case(
        Windows(tumbling(10)),
        """
        -4 -10 3 W0          => [-10,0)=-4,-10
        end                  => [0,10)=3
        """,
    ),
    "tumbling_positive_offset": Case(
        Windows(tumbling(10, 3)),
        """
        2 3 12 13 W13        => [-7,3)=2 [3,13)=3,12
        end                  => [13,23)=13
        """,
    ),
    "tumbling_negative_offset": Case(
        Windows(tumbling(10, -3)),
        """
        6 7 -3 16 17 W17     => [-3,7)=6,-3 [7,17)=7,16
        end                  => [17,27)=17
        """,
    ),
    "documented_hours_with_an_offset_of_15_minutes": Case(
        Windows(tumbling(3600, 900)),
        """
        4500 8099.999 8100 W8100 => [4500,8100)=4500,8099.999
        end                  => [8100,11700)=8100
        """,
    ),
    "documented_days_in_china": Case(
        Windows(tumbling(86_400, -28_800)),
        """
        57599 57600 W57600   => [-28800,57600)=57599
        end                  => [57600,144000)=57600
        """,
    ),
    "pyflink_tumbling": Case(
        Windows(tumbling(5), process(Counted())),
        """
        1 2 3 4 5 W5         => [0,5)=4
        8 9 15 end           => [5,10)=3 [15,20)=1
        """,
    ),
    "sliding": Case(
        Windows(sliding(10, 5)),
        """
        1 6 11 W5            => [-5,5)=1
        W10                  => [0,10)=1,6
        W15                  => [5,15)=6,11
        end                  => [10,20)=11
        """,
    ),
    "sliding_by_key_out_of_order": Case(
        Windows(sliding(10, 5)),
        """
        a:8 b:1 a:3 W5       => a:[-5,5)=3 b:[-5,5)=1
        a:4 W10              => a:[0,10)=8,3,4 b:[0,10)=1
        end                  => a:[5,15)=8
        """,
    ),
    "sliding_size_is_not_a_multiple_of_slide": Case(
        Windows(sliding(10, 3)),
        """
        10 12 W13            => [3,13)=10,12
        W16                  => [6,16)=10,12
        end                  => [9,19)=10,12 [12,22)=12
        """,
    ),
    "sliding_with_gaps": Case(
        Windows(sliding(2, 5)),
        """
        # 2, 4 and 7 are in no window, and not late: nobody counts them
        1 2 4 5 6 7 W7       => [0,2)=1 [5,7)=5,6
        # 3 is in no window either, but it is late; 8 is not
        3 8                  => dropped:1
        end
        """,
    ),
    "sliding_positive_offset": Case(
        Windows(sliding(10, 5, 2)),
        """
        6 W7                 => [-3,7)=6
        end                  => [2,12)=6
        """,
    ),
    "sliding_negative_offset": Case(
        Windows(sliding(10, 5, -2)),
        """
        4 W8                 => [-2,8)=4
        end                  => [3,13)=4
        """,
    ),
    "pyflink_sliding": Case(
        Windows(sliding(5, 2), process(Counted())),
        """
        1 2 3 4 5 W5         => [-2,3)=2 [0,5)=4
        8 9 W9               => [2,7)=4 [4,9)=3
        15 end               => [6,11)=2 [8,13)=2 [12,17)=1 [14,19)=1
        """,
    ),
    "sessions": Case(
        Windows(sessions(5)),
        """
        1 3 10 W8            => [1,8)=1,3
        12 W15
        W17                  => [10,17)=10,12
        end
        """,
    ),
    "sessions_that_touch_are_one": Case(
        Windows(sessions(5)),
        """
        10 15 W20            => [10,20)=10,15
        30 35.001 W35        => [30,35)=30
        end                  => [35.001,40.001)=35.001
        """,
    ),
    "sessions_by_key": Case(
        Windows(sessions(5)),
        """
        a:1 b:4 W6           => a:[1,6)=1
        a:7 b:8 W12          => a:[7,12)=7
        end                  => b:[4,13)=4,8
        """,
    ),
    "session_that_joins_two": Case(
        Windows(sessions(5), process(Sorted())),
        """
        0 8
        4 end                => [0,13)=0,4,8
        """,
    ),
    "session_that_joins_three_of_five": Case(
        Windows(sessions(2), process(Sorted())),
        """
        0 10 4 16 7
        5.5 W9               => [0,2)=0 [4,9)=4,5.5,7
        8.5 W18              => [8.5,12)=8.5,10 [16,18)=16
        end
        """,
    ),
    "session_grows_at_its_start": Case(
        Windows(sessions(5), process(Sorted())),
        """
        9 5 1 W14            => [1,14)=1,5,9
        end
        """,
    ),
    "pyflink_sessions": Case(
        Windows(sessions(5), process(Counted())),
        """
        1 2 3 4 8 9 W9
        15 W15               => [1,14)=6
        end                  => [15,20)=1
        """,
    ),
    "pyflink_session_late_merge": Case(Windows(sessions(5), process(Counted())), "0 8 4 end => [0,13)=3"),
    "flink_session_example": Case(
        Windows(sessions(3), lambda windowed: windowed.sum(2)),
        """
        a:1=1 b:1=1 W1
        b:3=1 W3
        b:5=1 W5             => a:1
        c:6=1 W6
        a:10=1 W10           => b:3 c:1
        c:11=1 end           => a:1 c:1
        """,
    ),
    "dynamic_sessions": Case(
        Windows(EventTimeSessionWindows.with_dynamic_gap(gap_of)),
        """
        1=2 3=5 9=1 W8       => [1,8)=2,5
        end                  => [9,10)=1
        """,
    ),
    "dynamic_session_is_not_shortened": Case(
        Windows(EventTimeSessionWindows.with_dynamic_gap(gap_of)),
        """
        0=10 2=1 W3
        W10                  => [0,10)=10,1
        end
        """,
    ),
    "custom_assigner": Case(
        Windows(EvenOnly()),
        """
        1 2 3 4 W10          => [0,10)=2,4
        6 5 12 end           => [10,20)=12 dropped:2
        """,
    ),
    "custom_merging_assigner": Case(
        Windows(Growing(), process(Sorted())),
        """
        0=2 2=3 6=1
        # it overlaps [2,5), touches [6,7)
        4=2 W5               => [0,2)=2
        end                  => [2,6)=2,3 [6,7)=1
        """,
    ),
}

WITHOUT_END: Cases = {
    "global_never_fires": Case(Windows(GlobalWindows.create()), "1 2 W100 3 end", leaves=1),
    "global_at_the_end_of_the_stream": Case(
        Windows(GlobalWindows.create_with_end_of_stream_trigger()),
        """
        1 2 W100 3
        end                  => all=1,2,3
        """,
        leaves=1,
    ),
    "global_count": Case(
        Windows(GlobalWindows.create(), trigger=CountTrigger.of(2)),
        """
        1 2                  => all=1,2
        W100 3
        4                    => all=1,2,3,4
        end
        """,
        leaves=1,
    ),
    "pyflink_global_purging": Case(
        Windows(GlobalWindows.create(), process(Counted()), trigger=PurgingTrigger.of(CountTrigger.of(2))),
        """
        1 1 1                => all=2
        1 1 1 1              => all=2 all=2
        end
        """,
        leaves=2,
    ),
    # What stays: the counter of the key; for a window that is not full its records and its trigger's count.
    "count_tumbling": Case(
        Windows(CountTumblingWindowAssigner.of(3)),
        """
        1 2
        3 4                  => #0=1,2,3
        5 6 7                => #1=4,5,6
        end
        """,
        leaves=3,
    ),
    "pyflink_count_tumbling": Case(
        Windows(CountTumblingWindowAssigner.of(3), lambda windowed: windowed.sum(2)),
        """
        h:1 o:2 h:3 o:4
        h:5 o:6 o:6 end      => h:9 o:12
        """,
        leaves=4,
    ),
    "count_sliding": Case(
        Windows(CountSlidingWindowAssigner.of(4, 2)),
        """
        1 2 3
        4                    => #0=1,2,3,4
        5 6                  => #1=3,4,5,6
        7 8                  => #2=5,6,7,8
        end
        """,
        leaves=3,
    ),
    "pyflink_count_sliding": Case(
        Windows(CountSlidingWindowAssigner.of(2, 1), lambda windowed: windowed.sum(2)),
        """
        h:1 o:2 h:3 o:4      => h:4 o:6
        h:5 o:6 end          => h:8 o:10
        """,
        leaves=6,
    ),
    "count_sliding_with_gaps": Case(
        Windows(CountSlidingWindowAssigner.of(2, 3)),
        """
        1 2                  => #0=1,2
        3 4
        5 6 end              => #1=4,5
        """,
        leaves=1,
    ),
    "count_windows_know_no_lateness": Case(
        Windows(CountTumblingWindowAssigner.of(2)), "W100 1 2 end => #0=1,2", leaves=1
    ),
}

OF_ALL_KEYS: Cases = {
    "all_tumbling": Case(
        Windows(tumbling(10), all_keys=True),
        """
        a:1 b:2 a:11 W10     => [0,10)=a1,b2
        end                  => [10,20)=a11
        """,
    ),
    "all_sliding": Case(
        Windows(sliding(10, 5), all_keys=True),
        """
        a:1 b:6 W5           => [-5,5)=a1
        end                  => [0,10)=a1,b6 [5,15)=b6
        """,
    ),
    "all_sessions": Case(
        Windows(sessions(5), all_keys=True),
        """
        a:1 b:4 a:20 W9      => [1,9)=a1,b4
        end                  => [20,25)=a20
        """,
    ),
    "all_global_count": Case(
        Windows(GlobalWindows.create(), trigger=PurgingTrigger.of(CountTrigger.of(2)), all_keys=True),
        """
        a:1 b:2              => all=a1,b2
        c:3 a:4 end          => all=c3,a4
        """,
    ),
    "all_count_tumbling": Case(
        Windows(CountTumblingWindowAssigner.of(2), all_keys=True), "a:1 b:2 a:3 end => #0=a1,b2", leaves=3
    ),
    "all_count_sliding": Case(
        Windows(CountSlidingWindowAssigner.of(2, 1), all_keys=True),
        "a:1 b:2 a:3 end     => #0=a1,b2 #1=b2,a3",
        leaves=3,
    ),
    "all_processing_time_tumbling": Case(
        Windows(TumblingProcessingTimeWindows.of(seconds(10)), all_keys=True), "P3 a:1 b:2 P10 => [0,10)=a1,b2"
    ),
    "all_processing_time_sliding": Case(
        Windows(SlidingProcessingTimeWindows.of(seconds(10), seconds(5)), all_keys=True),
        "P3 a:1 P7 b:2 P15   => [-5,5)=a1 [0,10)=a1,b2 [5,15)=b2",
    ),
    "all_processing_time_sessions": Case(
        Windows(ProcessingTimeSessionWindows.with_gap(seconds(5)), all_keys=True), "P1 a:1 P4 b:2 P9 => [1,9)=a1,b2"
    ),
}

PROCESSING_TIME: Cases = {
    "processing_time_tumbling": Case(
        Windows(TumblingProcessingTimeWindows.of(seconds(10))),
        """
        P3 1 2 P9.998
        P9.999               => [0,10)=1,2
        P12 5
        P20                  => [10,20)=5
        """,
    ),
    "processing_time_tumbling_offset": Case(
        Windows(TumblingProcessingTimeWindows.of(seconds(10), seconds(-3))),
        """
        P6 1 P7 2            => [-3,7)=1
        P17                  => [7,17)=2
        """,
    ),
    "processing_time_tumbling_in_a_jump": Case(
        Windows(TumblingProcessingTimeWindows.of(seconds(10))),
        """
        P3 a:1 b:2 P13 c:3   => a:[0,10)=1 b:[0,10)=2
        P100                 => c:[10,20)=3
        """,
    ),
    "processing_time_windows_start_with_the_first_record": Case(
        Windows(
            TumblingProcessingTimeWindows.of(seconds(10), window_stagger=WindowStagger.NATURAL),
        ),
        """
        P3 1 P12 2
        P13                  => [3,13)=1,2
        3 P23                => [13,23)=3
        """,
        restarts=False,
    ),
    "processing_time_sliding": Case(
        Windows(SlidingProcessingTimeWindows.of(seconds(10), seconds(5))),
        """
        P6 1 P10             => [0,10)=1
        2 P15                => [5,15)=1,2
        P20                  => [10,20)=2
        """,
    ),
    "processing_time_sliding_offset": Case(
        Windows(SlidingProcessingTimeWindows.of(seconds(10), seconds(5), seconds(2))),
        """
        P6 1 P7              => [-3,7)=1
        P12                  => [2,12)=1
        """,
    ),
    "processing_time_sessions": Case(
        Windows(ProcessingTimeSessionWindows.with_gap(seconds(5))),
        """
        P1 1 P4 2 P8.998
        P8.999               => [1,9)=1,2
        P9.5 3 P20           => [9.5,14.5)=3
        """,
    ),
    "processing_time_dynamic_sessions": Case(
        Windows(DynamicProcessingTimeSessionWindows.with_dynamic_gap(gap_of)),
        """
        P1 0=2 P2 0=5 P6.998
        P7                   => [1,7)=2,5
        """,
    ),
    "processing_time_windows_know_no_lateness": Case(
        Windows(TumblingProcessingTimeWindows.of(seconds(10))), "W100 P3 1 P10 => [0,10)=1"
    ),
    "open_processing_time_window_is_not_emitted_at_the_end": Case(
        Windows(TumblingProcessingTimeWindows.of(seconds(10))), "P3 1 2 end", leaves=1
    ),
}

ASSIGNERS: Cases = {**ISSUE_CASES, **EVENT_TIME, **WITHOUT_END, **OF_ALL_KEYS, **PROCESSING_TIME}
