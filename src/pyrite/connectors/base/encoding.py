"""encode: serializes records into messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import length_hint
from typing import Any

from pyrite.core.errors import BadRecordError, ConnectorError, MissingDependencyError
from pyrite.core.functions.user_function import shorten


def encode(serialize: Callable[[Any], bytes], records: Sequence[Any]) -> list[bytes]:
    """The messages of a block. BadRecordError names the first record that the schema cannot serialize."""
    remaining = iter(records)
    try:
        return [serialize(record) for record in remaining]
    except (ConnectorError, MissingDependencyError):  # not a bad record
        raise
    except Exception as error:
        record = records[len(records) - length_hint(remaining) - 1]
        raise BadRecordError(
            f"{shorten(record)} cannot be written: {type(error).__name__}: {error}. "
            "Fix the schema, or filter such records before the sink"
        ) from error
