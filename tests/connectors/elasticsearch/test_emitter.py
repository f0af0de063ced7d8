"""ElasticsearchEmitter: what is reported of a document, and which records are none."""

from __future__ import annotations

import re

import pytest

from pyrite.common import Row
from pyrite.connectors.elasticsearch.emitter import ElasticsearchEmitter


def test_key_and_index_are_fields_of_the_record() -> None:
    emitter = ElasticsearchEmitter.dynamic_index("day", "id")
    record = {"id": 0, "day": "monday"}
    assert emitter.emit(record) == ({"index": {"_index": "monday", "_id": "0"}}, record)


@pytest.mark.parametrize(
    ("record", "reported"),
    [
        (
            {"id": None, "day": "monday", "a": 7},
            "id: the field 'id' is None in {'id': None, 'day': 'monday', 'a': 7}",
        ),
        ({"day": "monday"}, "id: the field 'id' is missing in {'day': 'monday'}"),
        ({"id": 1, "day": None}, "index: the field 'day' is None in {'id': 1, 'day': None}"),
        (Row(id=1), "index: the field 'day' is missing in {'id': 1}"),
    ],
)
def test_record_without_key_or_index_is_shown(record: object, reported: str) -> None:
    with pytest.raises(TypeError, match=f"^the record has no {re.escape(reported)}$"):
        ElasticsearchEmitter.dynamic_index("day", "id").emit(record)
