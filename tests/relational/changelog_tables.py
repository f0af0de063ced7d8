"""Tables whose connector declares any changes: 'connector' = 'changes' with 'kinds' = 'I,UB,UA,D'. They are not run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn

from pyrite.connectors.table_factories import table_factory
from pyrite.core.blocks.changelog import ChangeKind, ChangelogMode
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source
from pyrite.core.connector.table import SupportsReadingMetadata, TableContext, TableFactory, TableSink, TableSource
from pyrite.core.types import LogicalType, RowField, RowType, string_type
from pyrite.relational.session.session import Session
from tests.relational.sessions import TABLES, run

KINDS: Final = ConfigOption("kinds", str, "I", "The changes that the table gives and takes.")
_NAMES: Final = {
    "I": ChangeKind.INSERT,
    "UB": ChangeKind.UPDATE_BEFORE,
    "UA": ChangeKind.UPDATE_AFTER,
    "D": ChangeKind.DELETE,
    "PD": ChangeKind.DELETE,
}
CHANGELOG_TABLES: Final = (
    "CREATE TABLE cdc (k STRING NOT NULL, v INT, PRIMARY KEY (k) NOT ENFORCED) "
    "WITH ('connector' = 'changes', 'kinds' = 'I,UB,UA,D')",
    "CREATE TABLE cdc_no_key (k STRING, v INT) WITH ('connector' = 'changes', 'kinds' = 'I,UB,UA,D')",
    "CREATE TABLE upserts (k STRING NOT NULL, v INT, PRIMARY KEY (k) NOT ENFORCED) "
    "WITH ('connector' = 'changes', 'kinds' = 'I,UA,PD')",
    "CREATE TABLE versions (id BIGINT, rate DOUBLE, sent TIMESTAMP(3), WATERMARK FOR sent AS sent, "
    "PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'datagen')",
    "CREATE TABLE append_sink (k STRING, n BIGINT) WITH ('connector' = 'changes', 'kinds' = 'I')",
    "CREATE TABLE retract_sink (k STRING, n BIGINT) WITH ('connector' = 'changes', 'kinds' = 'I,UB,UA,D')",
    "CREATE TABLE upsert_sink (k STRING NOT NULL, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) "
    "WITH ('connector' = 'changes', 'kinds' = 'I,UA,D')",
    "CREATE TABLE keyed_retract_sink (k STRING NOT NULL, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) "
    "WITH ('connector' = 'changes', 'kinds' = 'I,UB,UA,D')",
    "CREATE TABLE window_sink (k BIGINT NOT NULL, t TIMESTAMP(3) NOT NULL, n BIGINT, "
    "PRIMARY KEY (k, t) NOT ENFORCED) WITH ('connector' = 'changes', 'kinds' = 'I,UA,D')",
    "CREATE TABLE any_upsert_sink (k STRING, n BIGINT) WITH ('connector' = 'changes', 'kinds' = 'I,UA,D')",
    "CREATE TABLE key_sink (k STRING NOT NULL, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) "
    "WITH ('connector' = 'changes', 'kinds' = 'I,UA,PD')",
)


@dataclass(frozen=True)
class ChangesSource(TableSource, SupportsReadingMetadata):
    row_type: RowType
    mode: ChangelogMode
    metadata: tuple[str, ...] = ()

    @property
    def produced_type(self) -> RowType:
        more = [RowField(f"$metadata.{key}", string_type()) for key in self.metadata]
        return RowType((*self.row_type.fields, *more), nullable=False)

    def list_readable_metadata(self) -> dict[str, LogicalType]:
        return {"file.path": string_type()}

    def apply_readable_metadata(self, keys: Sequence[str]) -> ChangesSource:
        return replace(self, metadata=tuple(keys))

    @property
    def is_bounded(self) -> bool:
        return False

    @property
    def changelog_mode(self) -> ChangelogMode:
        return self.mode

    def as_summary_string(self) -> str:
        return "changes"

    def create_source(self) -> Source[Any]:
        _refuse()


@dataclass(frozen=True)
class ChangesSink(TableSink):
    mode: ChangelogMode

    @property
    def changelog_mode(self) -> ChangelogMode:
        return self.mode

    def as_summary_string(self) -> str:
        return "changes"

    def create_sink(self) -> Sink:
        _refuse()


def _refuse() -> NoReturn:
    raise AssertionError("tables of 'changes' are only planned")


class ChangesFactory(TableFactory):
    identifier = "changes"
    optional_options = (KINDS,)

    def describe_source(self, context: TableContext) -> TableSource:
        return ChangesSource(context.row_type, _mode(context))

    def describe_sink(self, context: TableContext) -> TableSink:
        return ChangesSink(_mode(context))


def _mode(context: TableContext) -> ChangelogMode:
    names = context.options.get(KINDS.key, "I").split(",")
    return ChangelogMode(frozenset(_NAMES[name] for name in names), "PD" in names)


def changelog_session(*statements: str) -> Session:
    """A session whose tables may have the connector 'changes'."""

    def factory(identifier: str) -> TableFactory:
        return ChangesFactory() if identifier == "changes" else table_factory(identifier)

    session = Session(Configuration({"table.local-time-zone": "UTC"}), factory)
    for statement in (*TABLES, *statements):
        run(session, statement)
    return session
