"""BatchPartitioner: cuts a batch into the rows of each partition, without a loop over the rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from pyrite.connectors.filesystem.partitions import partition_path, partition_text
from pyrite.core.types import RowType
from pyrite.expressions.values import to_values


class BatchPartitioner:
    """Gives the folder of each partition in a batch, and its rows without the partition columns, in their order."""

    def __init__(self, row_type: RowType, keys: Sequence[str], default_name: str) -> None:
        self._keys = keys
        self._places = [row_type.names.index(key) for key in keys]
        self._types = [row_type.children[place] for place in self._places]
        self._texts = [partition_text(kind, default_name) for kind in self._types]
        self._others = [index for index in range(len(row_type.fields)) if index not in self._places]

    def split(self, batch: Any) -> Iterator[tuple[str, Any]]:
        others = batch.select(self._others)
        if not self._keys:
            yield "", others
            return
        codes, texts = self._codes(batch)
        distinct, firsts, inverse = np.unique(codes, return_index=True, return_inverse=True)
        folders = [self._folder(texts, int(first)) for first in firsts]
        if len(distinct) == 1:
            yield folders[0], others
            return
        order = np.argsort(inverse, kind="stable")
        bounds = np.searchsorted(inverse[order], np.arange(len(distinct) + 1))
        ordered = others.take(pa.array(order))
        for number, folder in enumerate(folders):
            yield folder, ordered.slice(int(bounds[number]), int(bounds[number + 1] - bounds[number]))

    def _codes(self, batch: Any) -> tuple[Any, list[tuple[Any, list[str]]]]:
        """A number for each row, the same for rows of a partition; of each key, the places of its texts and these."""
        codes = np.zeros(batch.num_rows, np.int64)
        texts = []
        for place, kind, text in zip(self._places, self._types, self._texts, strict=True):
            encoded = batch.column(place).dictionary_encode(null_encoding="encode")
            indices = encoded.indices.to_numpy(zero_copy_only=False)
            names = list(map(text, to_values(encoded.dictionary, kind)))
            codes = codes * len(names) + indices
            texts.append((indices, names))
        return codes, texts

    def _folder(self, texts: list[tuple[Any, list[str]]], row: int) -> str:
        spec = {key: names[indices[row]] for key, (indices, names) in zip(self._keys, texts, strict=True)}
        return partition_path(spec, self._keys)
