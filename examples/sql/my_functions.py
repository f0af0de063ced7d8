"""Functions in Python for scripts of SQL: see python_function.sql."""

from collections.abc import Iterator
from typing import Optional

from pyrite.table import DataTypes
from pyrite.table.udf import udf, udtf


@udf(result_type=DataTypes.STRING())
def shout(text: Optional[str]) -> Optional[str]:
    return None if text is None else text.upper() + "!"


@udtf(result_types=[DataTypes.STRING(), DataTypes.INT()])
def words(text: str) -> Iterator[tuple[str, int]]:
    for word in text.split():
        yield word, len(word)
