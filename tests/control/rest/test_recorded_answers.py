"""What REST answers about jobs of the simulation, value by value, as it was recorded."""

from __future__ import annotations

import asyncio
import json

from tests.control.rest.record_answers import FILE, answers


def test_answers_are_the_recorded_ones() -> None:
    """After a change that is meant: python -m tests.control.rest.record_answers"""
    recorded, current = json.loads(FILE.read_text(encoding="utf-8")), asyncio.run(answers())
    assert sorted(current) == sorted(recorded)
    assert {place: answer for place, answer in current.items() if answer != recorded[place]} == {}
