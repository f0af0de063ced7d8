"""SplitsByReader: splits wait for their readers, and each is looked at once."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.connectors.base.splits_by_reader import SplitsByReader


@dataclass(frozen=True)
class Numbered:
    number: int

    @property
    def split_id(self) -> str:
        return str(self.number)


def test_reader_takes_its_splits_once_and_in_order() -> None:
    waiting = SplitsByReader(lambda split: split.number % 2, map(Numbered, range(5)))
    assert waiting.take(1) == [Numbered(1), Numbered(3)]
    assert waiting.take(1) == []
    waiting.add([Numbered(7)])
    assert waiting.take(1) == [Numbered(7)]
    assert list(waiting) == [Numbered(0), Numbered(2), Numbered(4)]


def test_splits_that_are_gone_wait_no_longer() -> None:
    waiting = SplitsByReader(lambda split: split.number % 2, map(Numbered, range(4)))
    waiting.drop(lambda split: split.number < 2)
    assert (waiting.take(0), waiting.take(1)) == ([Numbered(2)], [Numbered(3)])


def test_reader_of_a_split_is_looked_up_once() -> None:
    asked: list[int] = []

    def reader_of(split: Numbered) -> int:
        asked.append(split.number)
        return split.number % 10

    waiting = SplitsByReader(reader_of, map(Numbered, range(1_000)))
    for reader in range(10):
        waiting.take(reader)
    assert asked == list(range(1_000))
