"""ElasticsearchEmitter: what a record is as a document: its index, its id, its fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.types.rows import Row


@dataclass(frozen=True)
class ElasticsearchEmitter:
    """Made by `static_index` or `dynamic_index`. Records are dicts, or rows with names."""

    index: Optional[str]
    index_field: Optional[str]
    key_field: Optional[str]
    doc_type: Optional[str]

    @staticmethod
    def static_index(
        index: str, key_field: Optional[str] = None, doc_type: Optional[str] = None
    ) -> ElasticsearchEmitter:
        """All documents into one index; the value of `key_field` is the document's id."""
        return ElasticsearchEmitter(index, None, key_field, doc_type)

    @staticmethod
    def dynamic_index(
        index_field: str, key_field: Optional[str] = None, doc_type: Optional[str] = None
    ) -> ElasticsearchEmitter:
        """Each document into the index that one of its fields names."""
        return ElasticsearchEmitter(None, index_field, key_field, doc_type)

    def emit(self, record: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """What the bulk request says of the document, and the document."""
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
    """What a field says of the document. Without it, records would become one document, or land in one index."""
    value = document.get(field)
    if value is None:
        reason = "is None" if field in document else "is missing"
        raise TypeError(f"a record without an {what}: the field {field!r} {reason} in {document!r}")
    return str(value)
