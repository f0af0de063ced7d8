"""'connector' = 'elasticsearch-7': tables whose rows are documents, with primary keys as ids."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.elasticsearch.bulk import BulkWriter, Item
from pyrite.connectors.elasticsearch.options import BulkSettings, ConnectionSettings, FlushBackoffType
from pyrite.connectors.upserts.flush_options import SINK_PARALLELISM
from pyrite.connectors.upserts.scalar_text import scalar_text
from pyrite.connectors.upserts.table_rows import key_places
from pyrite.connectors.upserts.upsert_table_sink import UpsertTableSink
from pyrite.core.blocks.changelog import INSERT_ONLY, UPSERT, ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.config.config_options import (
    ConfigOption,
    member_of,
    one_of,
    parse_duration_ms,
    parse_list,
    parse_memory_bytes,
    whole_number,
)
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, NO_GUARANTEE, Guarantee
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.connector.table import TableContext, TableFactory, TableSink
from pyrite.core.connector.table_format import ColumnEncoder
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.errors import ValidationException
from pyrite.core.types import RowType
from pyrite.expressions.values import to_values
from pyrite.formats.table_formats import TABLE_FORMATS

HOSTS: Final[ConfigOption[Optional[list[str]]]] = ConfigOption(
    "hosts", parse_list, None, "The cluster: 'http://host:9200;http://other:9200'."
)
INDEX: Final[ConfigOption[Optional[str]]] = ConfigOption("index", str, None, "The index of all documents.")
DELIMITER: Final = ConfigOption(
    "document-id.key-delimiter", str, "_", "The delimiter between the values of a composite primary key."
)
USERNAME: Final[ConfigOption[Optional[str]]] = ConfigOption("username", str, None, "The user name, if required.")
PASSWORD: Final[ConfigOption[Optional[str]]] = ConfigOption("password", str, None, "The user's password.")
FORMAT: Final[ConfigOption[Optional[str]]] = ConfigOption("format", str, "json", "The format of documents: 'json'.")
PATH_PREFIX: Final = ConfigOption("connection.path-prefix", str, "", "The path prefix of all requests.")
TIMEOUT: Final = ConfigOption("socket.timeout", parse_duration_ms, 10_000, "The timeout for answers.")
DELIVERY: Final = ConfigOption(
    "sink.delivery-guarantee",
    member_of(DeliveryGuarantee),
    DeliveryGuarantee.AT_LEAST_ONCE,
    "'at-least-once', or 'none', which does not flush at checkpoints.",
)
MAX_ACTIONS: Final = ConfigOption(
    "sink.bulk-flush.max-actions", whole_number(0), 1000, "The maximum number of documents in a request; 0: no limit."
)
MAX_SIZE: Final = ConfigOption(
    "sink.bulk-flush.max-size", parse_memory_bytes, 2 << 20, "The maximum size of a request; 0: no limit."
)
INTERVAL: Final = ConfigOption(
    "sink.bulk-flush.interval", parse_duration_ms, 1000, "The maximum delay of a document; 0: no limit."
)
BACKOFF: Final = ConfigOption(
    "sink.bulk-flush.backoff.strategy",
    one_of({"none": "NONE", "disabled": "NONE", "constant": "CONSTANT", "exponential": "EXPONENTIAL"}),
    "NONE",
    "The backoff between retries of requests that an overloaded server rejects: NONE, CONSTANT or EXPONENTIAL.",
)
MAX_RETRIES: Final = ConfigOption(
    "sink.bulk-flush.backoff.max-retries", whole_number(0), 8, "The maximum number of retries."
)
DELAY: Final = ConfigOption(
    "sink.bulk-flush.backoff.delay", parse_duration_ms, 50, "The pause before a retry, or the first pause."
)
_IDS: Final = Guarantee(EXACTLY_ONCE, "document ids: a repeated write replaces the document")
_PLAIN: Final = Guarantee(AT_LEAST_ONCE, "no primary key: documents without an id")
_NONE: Final = Guarantee(NO_GUARANTEE, "not flushed at checkpoints")


class ElasticsearchTableFactory(TableFactory):
    """Creates tables of Elasticsearch 7 and later, and of OpenSearch. Without a primary key, they only append."""

    identifier = "elasticsearch-7"
    required_options = (HOSTS, INDEX)
    optional_options = (
        *(DELIMITER, USERNAME, PASSWORD, FORMAT, PATH_PREFIX, TIMEOUT, DELIVERY, MAX_ACTIONS, MAX_SIZE, INTERVAL),
        *(BACKOFF, MAX_RETRIES, DELAY, SINK_PARALLELISM),
    )

    def describe_sink(self, context: TableContext) -> TableSink:
        options = TableOptions(self, context, TABLE_FORMATS)
        table_format = options.required_format(options.encoding_format(FORMAT), FORMAT, "sink")
        options.validate()
        index = str(options.get(INDEX))
        if "{" in index:
            raise ValidationException(f"'index' = '{index}': an index that depends on the row is not supported yet")
        if options.get(DELIVERY) is DeliveryGuarantee.EXACTLY_ONCE:
            raise ValidationException(
                "Elasticsearch has no transactions: 'sink.delivery-guarantee' must be 'at-least-once' or 'none'. With "
                "a primary key, 'at-least-once' writes each document effectively once."
            )
        hosts = [host if "://" in host else f"http://{host}" for host in options.get(HOSTS) or ()]
        key = key_places(context.row_type, context.primary_key)
        for place in key:
            scalar_text(context.row_type.fields[place].type)  # raises for types without a text form
        documents = Documents(
            index, context.row_type, key, options.get(DELIMITER), table_format.create_encoder(context.row_type)
        )
        connection = ConnectionSettings(
            tuple(hosts), options.get(USERNAME), options.get(PASSWORD), options.get(PATH_PREFIX), options.get(TIMEOUT)
        )
        sink = ElasticsearchUpsertSink(connection, _bulk(options), documents, options.get(DELIVERY))
        return UpsertTableSink(sink, "Elasticsearch7", options.get(SINK_PARALLELISM), UPSERT if key else INSERT_ONLY)


def _bulk(options: TableOptions) -> BulkSettings:
    size_mb = -(-options.get(MAX_SIZE) >> 20)
    backoff = FlushBackoffType[options.get(BACKOFF)].backoff(options.get(MAX_RETRIES), options.get(DELAY))
    return BulkSettings(options.get(MAX_ACTIONS) or -1, size_mb or -1, options.get(INTERVAL) or -1, backoff)


@dataclass(frozen=True)
class Documents:
    """Converts the changes of a table into items of bulk requests."""

    index: str
    row_type: RowType
    key: tuple[int, ...]
    delimiter: str
    encoder: ColumnEncoder

    def items(self, block: ColumnBlock) -> list[Item]:
        columns = block.batch.select(list(range(len(self.row_type.fields))))
        bodies = self.encoder.encode(columns)
        if not self.key:
            action = _line({"index": {"_index": self.index}})
            return [b"%b%b\n" % (action, body or b"{}") for body in bodies]
        kinds = [0] * len(block) if block.change_kinds is None else block.change_kinds.to_pylist()
        rows = zip(self._ids(block), bodies, kinds, strict=True)
        return [self._change(document_id, body, kind) for document_id, body, kind in rows]

    def _change(self, document_id: str, body: Optional[bytes], kind: int) -> Item:
        place = {"_index": self.index, "_id": document_id}
        if kind in (ChangeKind.UPDATE_BEFORE, ChangeKind.DELETE):
            return _line({"delete": place})
        return b'%b{"doc":%b,"doc_as_upsert":true}\n' % (_line({"update": place}), body or b"{}")

    def _ids(self, block: ColumnBlock) -> list[str]:
        parts: list[list[Any]] = []
        for place in self.key:
            kind = self.row_type.fields[place].type
            parts.append([text or "" for text in map(scalar_text(kind), to_values(block.batch.column(place), kind))])
        return list(map(self.delimiter.join, zip(*parts, strict=True)))


def _line(action: dict[str, dict[str, str]]) -> bytes:
    return json.dumps(action).encode() + b"\n"


@dataclass(frozen=True)
class ElasticsearchUpsertSink(Sink):
    """Sends documents in bulk requests, in the order of changes."""

    connection: ConnectionSettings
    bulk: BulkSettings
    documents: Documents
    delivery: DeliveryGuarantee

    def guarantee(self) -> Guarantee:
        if self.delivery is DeliveryGuarantee.NONE:
            return _NONE
        return _IDS if self.documents.key else _PLAIN

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return DocumentWriter(self)


class DocumentWriter(BulkWriter):
    def __init__(self, sink: ElasticsearchUpsertSink) -> None:
        self._documents = sink.documents
        super().__init__(sink.connection, sink.bulk, None, sink.delivery is not DeliveryGuarantee.NONE)

    def _items_of_block(self, block: Any) -> list[Item]:
        return self._documents.items(block)
