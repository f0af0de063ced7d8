"""The transcripts, each run on the bare operator in several ways and in simulation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyrite.datastream.window import EventTimeTrigger
from tests.operators.window.assigner_cases import ASSIGNERS
from tests.operators.window.case import Case, Cases
from tests.operators.window.evictor_cases import EVICTORS
from tests.operators.window.late_cases import LATE_RULES
from tests.operators.window.transcript import OnOperator, assert_nothing_left, has_clock, parse, run_in_simulation
from tests.operators.window.trigger_cases import TRIGGERS

CASES: Cases = {**ASSIGNERS, **TRIGGERS, **EVICTORS, **LATE_RULES}
PROGRAMS = {name: case for name, case in CASES.items() if not has_clock(case.script)}
"""Those that a whole program can play: it has no clock that can be set."""
OPEN_AT_THE_END = {"open_processing_time_window_is_not_emitted_at_the_end"}


def each(cases: Cases) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases.values(), ids=list(cases))


def default_trigger(case: Case) -> bool:
    return case.program.trigger is None and case.program.assigner.is_event_time()


@each(CASES)
def test_transcript_on_the_operator(case: Case) -> None:
    OnOperator(case.program, now_ms=case.now_ms).run(case.script)


@each(CASES)
def test_transcript_record_by_record(case: Case) -> None:
    OnOperator(case.program, one_by_one=True, now_ms=case.now_ms).run(case.script)


@each({name: case for name, case in CASES.items() if case.restarts})
def test_transcript_with_a_restart_after_every_line(case: Case) -> None:
    OnOperator(case.program, restarts=True, now_ms=case.now_ms).run(case.script)


@each({name: case for name, case in CASES.items() if default_trigger(case)})
def test_transcript_with_the_default_trigger_named(case: Case) -> None:
    """The operator for any trigger does what those for whole blocks do."""
    program = replace(case.program, trigger=EventTimeTrigger.create())
    assert_nothing_left(OnOperator(program).run(case.script), case.leaves)


@each({name: case for name, case in CASES.items() if name not in OPEN_AT_THE_END})
def test_transcript_leaves_nothing(case: Case) -> None:
    assert_nothing_left(OnOperator(case.program, now_ms=case.now_ms).run(case.script), case.leaves)


@pytest.mark.parametrize("seed", [0, 1])
@each(PROGRAMS)
def test_transcript_in_simulation(case: Case, seed: int) -> None:
    run_in_simulation(case.program, case.script, seed, parallelism=1 + seed)


@each(PROGRAMS)
def test_transcript_of_a_program_ends(case: Case) -> None:
    """Else the end of the input would bring out more in simulation."""
    assert parse(case.script)[-1].text.endswith("end")
