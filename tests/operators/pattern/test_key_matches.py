"""What is held of a key: shared, small, and gone when it is not needed."""

from __future__ import annotations

import copy
import pickle
from datetime import timedelta

from pyrite.cep import AfterMatchSkipStrategy, Pattern
from pyrite.operators.pattern.key_matches import KeyMatches, taken_nodes
from tests.operators.pattern.matching import Runner, content, one_of

A, B, C = map(one_of, "abc")


def loop() -> Pattern:
    return Pattern.begin("a").where(A).one_or_more().followed_by("c").where(C)


def fed(pattern: Pattern, events: str) -> Runner:
    runner = Runner(pattern)
    for time_ms, event in enumerate(events.split()):
        runner.event(event, time_ms)
    return runner


def test_partial_matches_share_their_events() -> None:
    runner = Runner(Pattern.begin("a").where(A).next("b").where(B).one_or_more().followed_by("c").where(C))
    events = ["a1", *(f"b{number}" for number in range(100))]
    for time_ms, event in enumerate(events):
        runner.event(event, time_ms)
    assert len(runner.key_matches.runs) == 100, "one for each number of b"
    assert runner.key_matches.node_count() == 101, "and all of them share one chain"


def test_held_is_as_large_as_the_events_and_not_as_their_combinations() -> None:
    sizes = []
    for count in (100, 200):
        runner = Runner(Pattern.begin("a").where(A).next("b").where(B).one_or_more().followed_by("c").where(C))
        for number in range(count):
            runner.event("a1" if number == 0 else f"b{number:09}", number)
        sizes.append(len(pickle.dumps(runner.key_matches)))
    assert sizes[1] < 2.2 * sizes[0]


def test_long_partial_match_pickles() -> None:
    """A chain is pickled as a row: pickle would go down a level with each event."""
    runner = Runner(Pattern.begin("a").where(A).next("b").where(B).one_or_more().greedy().next("c").where(C))
    for number in range(5000):
        runner.event("b" if number else "a", number)
    contents = pickle.loads(pickle.dumps(runner.key_matches))
    assert [len(taken_nodes(run.node)) for run in contents.runs] == [5000]


def test_held_is_the_same_after_pickling() -> None:
    runner = fed(loop(), "a1 a2 b1 a3")
    runner.key_matches.queue.append((7, "later"))
    runner.key_matches.due_ms = 7
    for again in (pickle.loads(pickle.dumps(runner.key_matches)), copy.deepcopy(runner.key_matches)):
        assert [run.code for run in again.runs] == [run.code for run in runner.key_matches.runs]
        assert [content(run.node) for run in again.runs] == [content(run.node) for run in runner.key_matches.runs]
        assert (again.queue, again.due_ms, again.next_number) == ([(7, "later")], 7, 4)
        assert again.node_count() == runner.key_matches.node_count()


def test_pickled_partial_matches_continue() -> None:
    runner = fed(loop(), "a1 a2")
    runner.key_matches = pickle.loads(pickle.dumps(runner.key_matches))
    runner.event("c1", 5)
    assert sorted(runner.result.texts) == ["a1 a2 c1", "a1 c1", "a2 c1"]


def test_copies_share_no_event_that_can_be_changed() -> None:
    runner = Runner(Pattern.begin("a").next("b").where(lambda event: event == ["b"]))
    event = ["a"]
    runner.event(event, 0)
    again = copy.deepcopy(runner.key_matches)
    event.append("changed")
    assert taken_nodes(again.runs[0].node)[0].value == ["a"]


def test_nothing_is_held_after_a_match() -> None:
    skip = AfterMatchSkipStrategy.skip_past_last_event()
    runner = fed(Pattern.begin("a", skip).where(A).one_or_more().followed_by("c").where(C), "a1 a2 a3 c1")
    assert runner.result.texts == ["a1 a2 a3 c1"]
    assert runner.key_matches.is_empty()


def test_nothing_is_held_after_the_time_is_up() -> None:
    runner = fed(loop().within(timedelta(milliseconds=100)), "a1 a2 a3")
    assert runner.key_matches.node_count() == 6, "a1 a2 a3, and what begins with a2 and a3"
    runner.advance(101)
    assert [content(run.node)[0] for run in runner.key_matches.runs] == [("a", "a3")]
    runner.advance(102)
    assert runner.key_matches.is_empty() and runner.key_matches.node_count() == 0


def test_event_that_nobody_takes_is_not_held() -> None:
    runner = fed(loop(), "x y z")
    assert runner.key_matches.is_empty()


def test_key_matches_begin_empty() -> None:
    assert KeyMatches("shape").is_empty()
