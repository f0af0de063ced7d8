"""An automaton in words and as a picture."""

from __future__ import annotations

from xml.etree import ElementTree

from pyrite.cep import AfterMatchSkipStrategy, Pattern, WithinType
from pyrite.common import Time
from tests.operators.pattern.matching import one_of

A, B, C = map(one_of, "abc")


def test_explain_tells_every_way_on() -> None:
    begin = Pattern.begin("a", AfterMatchSkipStrategy.skip_to_last("b")).where(A)
    loop = begin.next("b").where(B).one_or_more().greedy().until(C)
    assert loop.followed_by_any("c").where(C).within(Time.seconds(2)).explain() == (
        "within 2000 ms, skip to last 'b'\n"
        "start\n"
        "    begins with a\n"
        "a\n"
        "    next b, not until b itself\n"
        "b\n"
        "    followed by b, not after until b\n"
        "    followed by any c, not after, nor itself, one more b\n"
        "c: a match\n"
    )


def test_explain_tells_of_not_patterns_and_of_what_ends_without_an_event() -> None:
    pattern = Pattern.begin("a").where(A).times(2).not_next("b").where(B).not_followed_by("c").where(C)
    assert pattern.within(Time.milliseconds(3), WithinType.PREVIOUS_AND_CURRENT).explain() == (
        "no time limit, no skip\n"
        "start\n"
        "    begins with a 1\n"
        "a 1\n"
        "    not followed by c\n"
        "    followed by a 2\n"
        "a 2\n"
        "    not followed by c\n"
        "    not next b\n"
        "    a match when the time is up, 3 ms later\n"
    )


def test_picture_has_a_box_for_every_position() -> None:
    group = Pattern.begin("b").where(B).next("c").where(C).optional()
    picture = Pattern.begin("a").where(A).followed_by(group).times(1, 2).explain_svg()
    drawn = ElementTree.fromstring(picture)
    boxes = [element for element in drawn.iter() if element.tag.endswith("rect")]
    words = {element.text for element in drawn.iter() if element.tag.endswith("text")}
    assert len(boxes) == 1 + 5, "the ground, a, and b and c twice"
    assert {"a", "b 1", "c 1", "b 2", "c 2", "a match", "next", "followed by"} <= words


def test_picture_escapes_names() -> None:
    assert "a&lt;b" in Pattern.begin("a<b").explain_svg()
