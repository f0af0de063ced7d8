"""ElasticsearchEmitter: converts a record into a document with an index and an id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.types.rows import Row


@dataclass(frozen=True)
class ElasticsearchEmitter:
    """Converts records, which are dicts or rows with names. Created by `static_index` or `dynamic_index`."""

    index: Optional[str]
    index_field: Optional[str]
    key_field: Optional[str]
    doc_type: Optional[str]

    @staticmethod
    def static_index(
        index: str, key_field: Optional[str] = None, doc_type: Optional[str] = None
    ) -> ElasticsearchEmitter:
        """Writes all documents to one index. The value of `key_field` is the document id."""
        return ElasticsearchEmitter(index, None, key_field, doc_type)

    @staticmethod
    def dynamic_index(
        index_field: str, key_field: Optional[str] = None, doc_type: Optional[str] = None
    ) -> ElasticsearchEmitter:
        """Writes each document to the index that is the value of a field."""
        return ElasticsearchEmitter(None, index_field, key_field, doc_type)

    def emit(self, record: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The metadata of the document in a bulk request, and the document."""
        document = record.as_dict(recursive=True) if isinstance(record, Row) else record
        if not isinstance(document, dict):
            raise TypeError(f"expected a dict or a row with names, got {record!r}")
        about = {"_index": self.index if self.index_field is None else _text(document, self.index_field, "index")}
        if self.key_field is not None:
            about["_id"] = _text(document, self.key_field, "id")
        if self.doc_type is not None:
            about["_type"] = self.doc_type
        return {"index": about}, document


def _text(document: dict[str, Any], field: str, what: str) -> str:
    """The index or the id in a field of the document. TypeError if it is missing: a default would mix documents up."""
    value = document.get(field)
    if value is None:
        reason = "is None" if field in document else "is missing"
        raise TypeError(f"the record has no {what}: the field {field!r} {reason} in {document!r}")
    return str(value)
