"""TextIndex: an index of keys that are strings or bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.state.columns.schema import Array
from pyrite.state.columns.slot_index import FACTOR, Hashes, SlotIndex, Slots, grown

_FEWEST: Final = 1024
_SHIFT: Final = np.uint64(29)
_OTHER_FACTOR: Final = np.uint64(0xBF58476D1CE4E5B9)


@dataclass(frozen=True)
class Texts:
    """Texts in words of 8 bytes, the last word padded with zeros, each text at a start of its own."""

    words: npt.NDArray[np.uint64]
    starts: Slots
    lengths: Slots

    @property
    def counts(self) -> Slots:
        """The number of words of each text."""
        return (self.lengths + 7) >> 3

    def of(self, positions: Any) -> Texts:
        return Texts(self.words, self.starts[positions], self.lengths[positions])

    def hashes(self) -> Hashes:
        hashes = self.lengths.astype(np.uint64) * _OTHER_FACTOR
        counts, position = self.counts, 0
        pending: Any = np.flatnonzero(counts)
        while len(pending):
            mixed = (hashes[pending] ^ self.words[self.starts[pending] + position]) * FACTOR
            hashes[pending] = mixed ^ (mixed >> _SHIFT)
            position += 1
            pending = pending[counts[pending] > position]
        return hashes * _OTHER_FACTOR

    def equal(self, other: Texts) -> Array:
        """Which texts equal the texts at the same positions of the other."""
        same: Array = self.lengths == other.lengths
        counts, position = self.counts, 0
        pending = np.flatnonzero(same & (counts > 0))
        while len(pending):
            differs = self.words[self.starts[pending] + position] != other.words[other.starts[pending] + position]
            same[pending[differs]] = False
            position += 1
            pending = pending[~differs & (counts[pending] > position)]
        return same

    def together(self) -> Texts:
        """A compact copy: the texts one after another."""
        counts = self.counts
        starts = _starts(counts)
        return Texts(self.words[_ranges(self.starts, starts, counts)], starts, self.lengths)


class TextIndex(SlotIndex[Texts]):
    """All texts are in one array, which is rebuilt when half of it belongs to removed keys."""

    def __init__(self, type_: Any) -> None:
        super().__init__()
        self._type = type_
        self._words = np.zeros(_FEWEST, np.uint64)
        self._used_words = self._needless_words = 0
        self._starts = np.zeros(_FEWEST, np.int64)
        self._lengths = np.zeros(_FEWEST, np.int64)
        self._hashes = np.zeros(_FEWEST, np.uint64)

    def block(self, keys: Any) -> Texts:
        if not len(keys):
            return Texts(np.zeros(0, np.uint64), np.zeros(0, np.int64), np.zeros(0, np.int64))
        _, offsets, data = keys.buffers()
        bounds = np.frombuffer(offsets, np.int64)[keys.offset : keys.offset + len(keys) + 1]
        lengths = np.diff(bounds)
        starts = _starts((lengths + 7) >> 3)
        words = np.zeros(int(((lengths + 7) >> 3).sum()), np.uint64)
        if len(words):
            texts = np.frombuffer(data, np.uint8)[bounds[0] : bounds[-1]]
            words.view(np.uint8)[_ranges(8 * starts, bounds[:-1] - bounds[0], lengths)] = texts
        return Texts(words, starts, lengths)

    def hashes(self, block: Texts) -> Hashes:
        return block.hashes()

    def are(self, slots: Slots, block: Texts, positions: Any) -> Array:
        same: Array = (slots >= 0) & (self._lengths.take(slots) == block.lengths[positions])
        candidates = np.flatnonzero(same)
        of_block = candidates if isinstance(positions, slice) else positions[candidates]
        same[candidates] = self._of(slots[candidates]).equal(block.of(of_block))
        return same

    def _of(self, slots: Slots) -> Texts:
        return Texts(self._words, self._starts[slots], self._lengths[slots])

    def store(self, block: Texts, slots: Slots) -> None:
        self._starts, self._lengths = grown(self._starts, slots), grown(self._lengths, slots)
        self._hashes = grown(self._hashes, slots)
        self._words = grown(self._words, np.array([self._used_words + len(block.words)]))
        self._words[self._used_words : self._used_words + len(block.words)] = block.words
        self._starts[slots] = block.starts + self._used_words
        self._lengths[slots] = block.lengths
        self._hashes[slots] = block.hashes()
        self._used_words += len(block.words)

    def forget(self, slots: Slots) -> None:
        self._needless_words += int(self._of(slots).counts.sum())
        if self._needless_words > max(_FEWEST, self._used_words // 2):
            own = self._cells[self._cells >= 0].astype(np.int64)
            texts = self._of(own).together()
            self._words, self._starts[own] = texts.words, texts.starts
            self._used_words, self._needless_words = len(texts.words), 0

    def slot_hashes(self, slots: Slots) -> Hashes:
        return self._hashes[slots]

    def stored(self, slots: Slots, null: Any) -> Any:
        slots = slots if null is None else np.where(null, 0, slots)
        texts = self._of(slots)
        lengths = texts.lengths if null is None else np.where(null, 0, texts.lengths)
        bounds = np.zeros(len(slots) + 1, np.int64)
        np.cumsum(lengths, out=bounds[1:])
        data = self._words.view(np.uint8)[_ranges(8 * texts.starts, bounds[:-1], lengths)]
        valid = None if null is None else pa.array(~null).buffers()[1]
        return pa.Array.from_buffers(self._type, len(slots), [valid, pa.py_buffer(bounds), pa.py_buffer(data)])


def _starts(counts: Slots) -> Slots:
    """The start of each item if all are stored consecutively."""
    starts: Slots = np.cumsum(counts) - counts
    return starts


def _ranges(starts: Slots, offsets: Slots, counts: Slots) -> Slots:
    """Concatenated ranges of `counts` numbers from each start; `offsets` are the starts in the result."""
    ranges: Slots = np.repeat(starts - offsets, counts) + np.arange(int(counts.sum()))
    return ranges
