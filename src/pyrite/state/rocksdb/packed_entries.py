"""PackedEntries: entries of numbers as stored in RocksDB: pickles of tuples with a fixed layout.

They are written and read in whole blocks. The pickles of entries with the same NULL mask differ only in their numbers:
integers and doubles take 8 bytes each. `pickle` can read them, like the pickles of tables; pickles of another form are
read here one by one.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pyrite.core.persistence.persisted_pickling import loads
from pyrite.state.columns.schema import ColumnSchema, Number, Words

_HEAD: Final = b"\x80\x05("
_END: Final = b"t."
_WHOLE, _DOUBLE, _NULL = b"\x8a\x08", b"G", b"N"
Bytes = npt.NDArray[np.uint8]


class _Form:
    """The layout of the pickles of entries with the same NULL mask."""

    def __init__(self, schema: ColumnSchema, null: int) -> None:
        self.null = null
        self._whole: list[tuple[int, int]] = []
        self._doubles: list[tuple[int, int]] = []
        """(word of a number, position of its bytes in the pickle)"""
        data, index = _HEAD, 0
        for field in (*schema.fields, *(schema.numbers[-1:] if schema.timed else ())):
            numbers = field if isinstance(field, tuple) else (field,)
            data += b"(" if isinstance(field, tuple) else b""
            for number in numbers:
                is_time = schema.timed and index == len(schema.numbers) - 1
                data = self._added(data, number, index, leaves_out=is_time)
                index += 1
            data += b"t" if isinstance(field, tuple) else b""
        self.template = np.frombuffer(data + _END, np.uint8)
        self.fixed = np.ones(len(self.template), bool)
        for _, start in (*self._whole, *self._doubles):
            self.fixed[start : start + 8] = False

    def _added(self, data: bytes, number: Number, index: int, leaves_out: bool) -> bytes:
        if self.null >> index & 1:
            return data if leaves_out else data + _NULL
        data += _WHOLE if number.is_whole else _DOUBLE
        (self._whole if number.is_whole else self._doubles).append((1 + index, len(data)))
        return data + bytes(8)

    def pickles(self, words: Words) -> list[bytes]:
        data = np.tile(self.template, (len(words), 1))
        for word, start in self._whole:
            data[:, start : start + 8] = words[:, word].astype("<i8").view(np.uint8).reshape(-1, 8)
        for word, start in self._doubles:
            data[:, start : start + 8] = words[:, word].astype(">i8").view(np.uint8).reshape(-1, 8)
        pickles: list[bytes] = data.view(np.dtype((np.void, data.shape[1])))[:, 0].tolist()
        return pickles

    def read(self, data: Bytes, words: Words) -> None:
        words[:, 0] = self.null
        for word, start in self._whole:
            words[:, word] = np.ascontiguousarray(data[:, start : start + 8]).view("<i8")[:, 0]
        for word, start in self._doubles:
            words[:, word] = np.ascontiguousarray(data[:, start : start + 8]).view(">i8")[:, 0]


class PackedEntries:
    """The pickles of the entries of a schema."""

    def __init__(self, schema: ColumnSchema) -> None:
        self._schema = schema
        self._forms: dict[int, _Form] = {}

    def _form(self, null: int) -> _Form:
        if null not in self._forms:
            self._forms[null] = _Form(self._schema, null)
        return self._forms[null]

    def pickles(self, words: Words) -> list[bytes]:
        kinds = np.unique(words[:, 0]).tolist()
        if len(kinds) == 1:
            return self._form(kinds[0]).pickles(words)
        pickles = np.empty(len(words), object)
        for null in kinds:
            own = np.flatnonzero(words[:, 0] == null)
            pickles[own] = np.fromiter(self._form(null).pickles(words[own]), object, len(own))
        of_all: list[bytes] = pickles.tolist()
        return of_all

    def read(self, pickles: list[bytes]) -> Words:
        """The words of pickled entries."""
        words = np.zeros((len(pickles), self._schema.width), np.int64)
        remaining = np.ones(len(pickles), bool)
        lengths = np.fromiter(map(len, pickles), np.int64, len(pickles))
        for form in (self._form(0), *(form for null, form in self._forms.items() if null)):
            own = np.flatnonzero(remaining & (lengths == len(form.template)))
            if len(own):
                group = pickles if len(own) == len(pickles) else [pickles[index] for index in own.tolist()]
                data = np.frombuffer(b"".join(group), np.uint8).reshape(len(own), -1)
                fits = (data[:, form.fixed] == form.template[form.fixed]).all(axis=1)
                group_words = np.zeros((int(fits.sum()), self._schema.width), np.int64)
                form.read(data[fits], group_words)
                words[own[fits]] = group_words
                remaining[own[fits]] = False
        others = np.flatnonzero(remaining)
        if len(others):
            entries: list[Any] = [loads(pickles[index]) for index in others.tolist()]
            words[others] = self._schema.words_of(entries)
        return words
