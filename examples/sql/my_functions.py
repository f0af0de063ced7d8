"""Functions in Python for scripts of SQL: see python_function.sql."""

from collections.abc import Iterator
from typing import Optional

from pyrite.table import DataTypes
from pyrite.table.udf import udf, udtf


def upper_case(text: Optional[str]) -> Optional[str]:
    return None if text is None else text.upper() + "!"


def words_and_lengths(text: str) -> Iterator[tuple[str, int]]:
    for word in text.split():
        yield word, len(word)


shout = udf(upper_case, result_type=DataTypes.STRING())
words = udtf(words_and_lengths, result_types=[DataTypes.STRING(), DataTypes.INT()])
