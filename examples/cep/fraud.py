"""Fraud as a pattern: a small payment, then a large one with the same card, within a minute.

Run it with: pyrite run examples/cep/fraud.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pyrite.cep import CEP, AfterMatchSkipStrategy, Pattern, PatternMatch
from pyrite.common import Time, WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import At, ScriptedSource

SMALL, LARGE = 1.0, 500.0
PAYMENTS = """\
0 red 20    5 red 0.5    9 blue 0.2    12 red 40    30 red 900    40 red 800    50 blue 10    75 blue 700
80 blue 0.9    81 blue 0.1    100 green 999    110 blue 600
"""  # seconds, cards, amounts


class Payment(NamedTuple):
    card: str
    amount: float
    second: int


def script() -> Iterator[At]:
    words = iter(PAYMENTS.split())
    for second, card, amount in zip(words, words, words, strict=True):
        yield At(int(second) * 1000, Payment(card, float(amount), int(second)))


def pattern() -> Pattern:
    """A test and then the theft. An alert is enough for both: the next one begins after it."""
    begin = Pattern.begin("test", AfterMatchSkipStrategy.skip_past_last_event())
    theft = begin.where(lambda payment: payment.amount < SMALL).followed_by("theft")
    return theft.where(lambda payment: payment.amount > LARGE).within(Time.minutes(1))


def alert(match: PatternMatch) -> str:
    [test], [theft] = match["test"], match["theft"]
    return f"card {theft.card}: {theft.amount:.2f}, {theft.second - test.second} s after {test.amount:.2f}"


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(10_000)
    payments = env.from_source(ScriptedSource(script()), WatermarkStrategy.for_monotonous_timestamps(), "payments")
    cards = payments.set_parallelism(1).key_by(lambda payment: payment.card)
    CEP.pattern(cards, pattern()).select(alert).name("fraud").uid("fraud").print().set_parallelism(1)
    env.execute("fraud")


if __name__ == "__main__":
    main()
