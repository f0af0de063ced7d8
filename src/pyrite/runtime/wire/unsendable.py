"""Errors for records that cannot be sent to another task, with the record, its class and advice."""

from __future__ import annotations

import pickle
from typing import Any, NoReturn

from pyrite.core.blocks.block import Block
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import UnsendableRecordError
from pyrite.core.functions.user_function import shorten


def raise_unsendable(block: Block, operator: str, error: Exception) -> NoReturn:
    """Raises the error that the user sees when a block could not be encoded."""
    if not isinstance(block, RowBlock):
        raise TypeError(f"{operator} emitted {block!r:.200}, which cannot be sent: {error}") from error
    for value in block.values:
        try:
            pickle.dumps(value, 5)
        except Exception as raised:
            raise UnsendableRecordError(
                f"{operator} emitted a {type(value).__qualname__} that cannot be sent to the next task: "
                f"{_reason(value, raised)}\n  record {shorten(value)}"
            ) from error
    raise error


def _reason(value: Any, error: Exception) -> str:
    if is_too_deep(error):
        return "it is nested too deeply to be pickled. Emit it in a flatter form, or as bytes"
    if "<locals>" in str(error):
        return f"{error}. Define the class at the top level of a module, not in a function, or emit a tuple"
    return f"{type(error).__name__}: {error}. Emit picklable values, without locks, connections or open files"


def is_too_deep(error: Exception) -> bool:
    """Whether pickling failed because of Python's recursion limit."""
    return isinstance(error, RecursionError) or "excessively deep recursion" in str(error)
