"""Transcripts of late records: dropped, to the side output, or in time after all."""

from __future__ import annotations

from pyrite.datastream.window import CountTrigger, EventTimeSessionWindows
from tests.operators.window.assigner_cases import gap_of, sessions, sliding, tumbling
from tests.operators.window.case import Case, Cases
from tests.operators.window.programs import Sorted, Windows, process
from tests.operators.window.transcript import LATE

DROPPED: Cases = {
    "tumbling": Case(
        Windows(tumbling(10)),
        """
        1 W9.999 2 W10       => [0,10)=1,2
        3 a:4 12             => dropped:2
        end                  => [10,20)=12
        """,
    ),
    "record_behind_the_watermark_of_an_open_window": Case(
        Windows(tumbling(10)),
        """
        5 W8 3
        W10                  => [0,10)=5,3
        end
        """,
    ),
    "sliding_too_late_for_one_window_only": Case(
        Windows(sliding(10, 5)),
        """
        W12 6
        4                    => dropped:1
        W15                  => [5,15)=6
        end
        """,
    ),
    "session": Case(
        Windows(sessions(5)),
        """
        1 W6                 => [1,6)=1
        # alone it would have ended at 5.5
        0.5                  => dropped:1
        # alone it ends at 7, so it is not late, and the session before it is gone
        2
        W7                   => [2,7)=2
        end
        """,
    ),
    "session_that_late_record_joins": Case(
        Windows(sessions(5)),
        """
        8 W12
        # alone it would have ended at 9, but it meets a session that is still open
        4
        W13                  => [4,13)=8,4
        end
        """,
    ),
    "dynamic_session": Case(
        Windows(EventTimeSessionWindows.with_dynamic_gap(gap_of)),
        """
        1=2 W10              => [1,3)=2
        5=5                  => dropped:1
        6=5 W11              => [6,11)=5
        end
        """,
    ),
    "window_without_other_records": Case(Windows(tumbling(10)), "W50 1 2 a:3 end => dropped:3"),
}

TO_THE_SIDE: Cases = {
    "tumbling": Case(
        Windows(tumbling(10), late=LATE),
        """
        1 W10                => [0,10)=1
        3 a:4 12 5           => late:3 late:a:4 late:5
        end                  => [10,20)=12
        """,
    ),
    "sliding": Case(
        Windows(sliding(10, 5), late=LATE),
        """
        W15 6 4 11           => late:4 late:6
        W20                  => [10,20)=11
        end
        """,
    ),
    "sliding_with_gaps": Case(
        Windows(sliding(2, 5), late=LATE),
        """
        # in no window: not late at first
        3 W5 8
        3                    => late:3
        end
        """,
    ),
    "sessions": Case(
        Windows(sessions(5), late=LATE),
        """
        1 W6                 => [1,6)=1
        0.5 0.25             => late:0.5 late:0.25
        end
        """,
    ),
    "with_a_trigger": Case(
        Windows(tumbling(10), trigger=CountTrigger.of(1), late=LATE),
        """
        1 W10                => [0,10)=1
        3 12                 => late:3 [10,20)=12
        end
        """,
    ),
    "with_allowed_lateness": Case(
        Windows(tumbling(10), lateness=5, late=LATE),
        """
        1 W10                => [0,10)=1
        2                    => [0,10)=1,2
        W15 3                => late:3
        end
        """,
    ),
    "of_all_keys": Case(
        Windows(tumbling(10), late=LATE, all_keys=True),
        """
        a:1 W10              => [0,10)=a1
        b:2                  => late:b:2
        end
        """,
    ),
}

ALLOWED: Cases = {
    "tumbling_is_kept_exactly_so_long": Case(
        Windows(tumbling(10), lateness=5),
        """
        1 W10                => [0,10)=1
        2 W14.999            => [0,10)=1,2
        3 W15                => [0,10)=1,2,3
        4                    => dropped:1
        end
        """,
    ),
    "documented_five_minutes_with_one_of_lateness": Case(
        Windows(tumbling(300), lateness=60),
        """
        43200 W43500         => [43200,43500)=43200
        43499 W43559.999     => [43200,43500)=43200,43499
        43300 W43560         => [43200,43500)=43200,43499,43300
        43301                => dropped:1
        end
        """,
    ),
    "first_record_is_late": Case(
        Windows(tumbling(10), lateness=5),
        """
        W12 3                => [0,10)=3
        a:4 3.5              => a:[0,10)=4 [0,10)=3,3.5
        W15
        end
        """,
    ),
    "each_late_record_fires": Case(
        Windows(tumbling(10), lateness=5),
        """
        1 W10                => [0,10)=1
        2 a:3 4              => [0,10)=1,2 a:[0,10)=3 [0,10)=1,2,4
        end
        """,
    ),
    "window_is_kept_but_fires_once_without_late_records": Case(
        Windows(tumbling(10), lateness=50),
        """
        1 W10                => [0,10)=1
        W20
        W60
        end
        """,
    ),
    "sliding": Case(
        Windows(sliding(10, 5), lateness=3),
        """
        W12 6                => [0,10)=6
        W13 7
        W15                  => [5,15)=6,7
        8 W18                => [5,15)=6,7,8
        9                    => dropped:1
        end
        """,
    ),
    "session": Case(
        Windows(sessions(5), process(Sorted()), lateness=10),
        """
        1 W6                 => [1,6)=1
        # it lengthens the session, which has not ended then
        3
        W8                   => [1,8)=1,3
        0                    => [0,8)=0,1,3
        W18
        2                    => dropped:1
        end
        """,
    ),
    "late_record_joins_two_sessions_that_have_fired": Case(
        Windows(sessions(3), process(Sorted()), lateness=20),
        """
        1 7 W10              => [1,4)=1 [7,10)=7
        4                    => [1,10)=1,4,7
        W29.999 2            => [1,10)=1,2,4,7
        W30 3                => dropped:1
        end
        """,
    ),
    "late_record_joins_a_fired_session_and_an_open_one": Case(
        Windows(sessions(3), process(Sorted()), lateness=20),
        """
        1 7 W5               => [1,4)=1
        4
        W10                  => [1,10)=1,4,7
        end
        """,
    ),
    "dynamic_session": Case(
        Windows(EventTimeSessionWindows.with_dynamic_gap(gap_of), process(Sorted()), lateness=10),
        """
        1=2 W4               => [1,3)=2
        2=1                  => [1,3)=1,2
        2=5
        end                  => [1,7)=1,2,5
        """,
    ),
    "of_all_keys": Case(
        Windows(tumbling(10), lateness=5, all_keys=True),
        """
        a:1 W10              => [0,10)=a1
        b:2                  => [0,10)=a1,b2
        end
        """,
    ),
}

LATE_RULES: Cases = {
    **{f"late_dropped_{name}": case for name, case in DROPPED.items()},
    **{f"late_to_the_side_{name}": case for name, case in TO_THE_SIDE.items()},
    **{f"late_allowed_{name}": case for name, case in ALLOWED.items()},
}
