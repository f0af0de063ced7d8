"""Translation of sinks: constraints, distribution by primary key, and upsert materialization."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Optional

from pyrite.core.config.options import DEFAULT_PARALLELISM
from pyrite.core.config.sql_options import (
    KEYED_SHUFFLE,
    NESTED_CONSTRAINT_ENFORCER,
    NOT_NULL_ENFORCER,
    ROWTIME_INSERTER,
    STATE_TTL,
    TYPE_LENGTH_ENFORCER,
)
from pyrite.core.errors import TableException, ValidationException
from pyrite.core.job.partitioning import Partitioning, PartitioningKind
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import AnyTimestampType, TimestampKind
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind
from pyrite.operators.relational.sink.compacting_materializer import CompactingMaterializerSpec
from pyrite.operators.relational.sink.constraint_enforcer import ConstraintEnforcerSpec
from pyrite.operators.relational.sink.length_constraint import LengthConstraint
from pyrite.operators.relational.sink.nested_constraints import NestedConstraints
from pyrite.operators.relational.sink.rowtime_inserter import RowtimeInserterSpec
from pyrite.operators.relational.sink.sink_materializer import SinkMaterializerSpec
from pyrite.operators.sink import SinkSpec
from pyrite.relational.plan import nodes
from pyrite.relational.plan.state_meaning import sink_meaning
from pyrite.relational.sql.sql_tree import ConflictAction
from pyrite.relational.translators.translation import Translation, Translators, columns_of


class SinkTranslation:
    """Translates a sink over the rows that are written to it."""

    def __init__(self, node: nodes.Sink, to: Translation) -> None:
        self._node = node
        self._to = to
        self._program = to.program
        self._configuration = to.configuration
        self._format = columns_of(node.input.row_type, node.input.changelog)
        key = None if node.table is None else node.table.schema.primary_key
        self._key = () if key is None else key.columns
        self._parallelism: Optional[int] = None

    def over(self, rows: TransformationId) -> Transformation:
        node = self._node
        sink = node.sink.create_sink()
        sink.configure(self._configuration)
        written = self.written(rows)
        name = f"Sink: {node.table.identifier.object if node.table else node.name}"
        kind, spec = TransformationKind.SINK, SinkSpec(sink)
        return Transformation(kind, name, (written,), spec, parallelism=self._parallelism)

    def written(self, rows: TransformationId) -> TransformationId:
        """Returns the rows for the sink."""
        rowtime = self._rowtime()
        own = self._node.sink.parallelism
        if own is not None and own <= 0:
            raise TableException(f"Invalid configured parallelism {own} for table '{self._table_name}'.")
        self._parallelism = self._program.parallelism_of(rows) if own is None else own
        written = self._materialized(self._partitioned(self._enforced(rows)))
        if rowtime is None or not self._node.sink.takes_timestamps:
            return written
        stamped = RowtimeInserterSpec(rowtime, self._node.input.row_type.names[rowtime])
        return self._program.add(replace(self._operator(written, stamped), parallelism=self._parallelism))

    def _rowtime(self) -> Optional[int]:
        """Returns the column with the timestamps of the sink's records: at most one."""
        node = self._node
        if node.table is None or self._configuration.get(ROWTIME_INSERTER) == "DISABLED":
            return None
        times = [
            field.name
            for field in node.input.row_type.fields
            if isinstance(field.type, AnyTimestampType) and field.type.kind is TimestampKind.ROWTIME
        ]
        if len(times) > 1:
            raise TableException(
                f"The query contains more than one rowtime attribute column [{', '.join(times)}] for writing into "
                f"table '{self._table_name}'.\nPlease select the column that should be used as the event-time "
                "timestamp for the table sink by casting all other columns to regular TIMESTAMP or TIMESTAMP_LTZ."
            )
        return node.input.row_type.names.index(times[0]) if times else None

    def _enforced(self, rows: TransformationId) -> TransformationId:
        """Enforces NOT NULL, and the lengths of texts and bytes."""
        node, configuration = self._node, self._configuration
        fields = enumerate(node.sink_type.fields)
        columns = tuple((place, field.name) for place, field in fields if not field.type.nullable)
        choice = configuration.get(TYPE_LENGTH_ENFORCER)
        sized = [LengthConstraint.of(place, each.name, each.type) for place, each in enumerate(node.sink_type.fields)]
        lengths = () if choice == "IGNORE" else tuple(each for each in sized if each is not None)
        drops = configuration.get(NOT_NULL_ENFORCER) == "DROP"
        nested = self._nested(drops, choice)
        spec = ConstraintEnforcerSpec(columns, drops, lengths, choice == "TRIM_PAD", nested, node.sink_type)
        if not columns and not lengths and spec.nested_enforcer is None:
            return rows
        return self._program.add(self._to.with_parallelism_of(rows, self._operator(rows, spec)))

    def _nested(self, drops: bool, lengths: str) -> Optional[NestedConstraints]:
        choice = self._configuration.get(NESTED_CONSTRAINT_ENFORCER)
        if choice == "IGNORE":
            return None
        if choice != "ROWS" and lengths == "TRIM_PAD":
            raise ValidationException(
                "Trimming and/or padding is not supported if constraint checking is enabled on types nested in "
                "collections."
            )
        return NestedConstraints(drops, lengths, choice != "ROWS")

    def _partitioned(self, rows: TransformationId) -> TransformationId:
        """Distributes rows by primary key, if the changes of a key would lose their order otherwise."""
        count, before = self._count(self._parallelism), self._count(self._program.parallelism_of(rows))
        if not self._key and not self._node.input.changelog.is_insert_only and count != before:
            raise TableException(
                f"The sink for table '{self._table_name}' has a configured parallelism of {count}, while the input "
                f"parallelism is {before}. Since the configured parallelism is different from the input's parallelism "
                "and the changelog mode is not insert-only, a primary key is required but could not be found."
            )
        choice = self._configuration.get(KEYED_SHUFFLE)
        by_key = count != 1 and (choice == "FORCE" or (choice == "AUTO" and count != before))
        if not self._key or not (by_key or self._node.upsert_materialize):
            return rows
        hashed = Partitioning(PartitioningKind.HASH, key_columns=self._key)
        exchange = Transformation(
            TransformationKind.PARTITION, "Exchange", (rows,), partitioning=hashed, output_format=self._format
        )
        return self._program.add(exchange)

    def _materialized(self, rows: TransformationId) -> TransformationId:
        node = self._node
        if not node.upsert_materialize:
            return rows
        row_type = node.input.row_type
        keys = tuple(row_type.names.index(name) for name in self._key)
        ttl_ms = self._configuration.get(STATE_TTL)
        spec = SinkMaterializerSpec(keys, node.upsert_key, row_type, ttl_ms=ttl_ms)
        if node.on_conflict in (ConflictAction.ERROR, ConflictAction.NOTHING):
            fails = node.on_conflict is ConflictAction.ERROR
            spec = CompactingMaterializerSpec(keys, node.upsert_key, row_type, ttl_ms=ttl_ms, fails=fails)
        meaning, parallelism = sink_meaning(node, keys), self._parallelism
        operator = replace(self._operator(rows, spec), keyed=True, state_meaning=meaning, parallelism=parallelism)
        return self._program.add(operator)

    def _operator(self, rows: TransformationId, spec: OperatorSpec) -> Transformation:
        return Transformation(TransformationKind.OPERATOR, spec.description, (rows,), spec, output_format=self._format)

    def _count(self, parallelism: Optional[int]) -> int:
        return self._configuration.get(DEFAULT_PARALLELISM) if parallelism is None else parallelism

    @property
    def _table_name(self) -> str:
        return self._node.name.replace("`", "")


def _sink(node: nodes.Sink, to: Translation) -> Transformation:
    return SinkTranslation(node, to).over(to.translate(node.input))


SINKS: Final[Translators] = {nodes.Sink: _sink}
