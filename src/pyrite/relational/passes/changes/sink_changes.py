"""The changes that a sink needs from its query."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

from pyrite.core.blocks.changelog import ChangeKind, ChangelogMode
from pyrite.core.config.sql_options import REQUIRE_ON_CONFLICT, UPSERT_MATERIALIZE
from pyrite.core.errors import ValidationException
from pyrite.operators.relational.rows.rows import ROWTIME
from pyrite.relational.passes.changes.changelog_traits import (
    Delete,
    Kind,
    Kinds,
    Update,
    delete_of,
    full_deletes,
    retracting,
    update_of,
    upserting,
)
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.keys import Key, upsert_keys
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.sql.sql_tree import ConflictAction


def accepted(sink: nodes.Sink, query: Kinds) -> ChangelogMode:
    """Returns the changes of a query that the sink accepts."""
    changes = {ChangeKind.INSERT}
    if Kind.UPDATE in query:
        changes |= {ChangeKind.UPDATE_BEFORE, ChangeKind.UPDATE_AFTER}
    if Kind.DELETE in query:
        changes.add(ChangeKind.DELETE)
    return sink.sink.accepted_mode(ChangelogMode(frozenset(changes)))


def primary_key(sink: nodes.Sink) -> Optional[Key]:
    """Returns the positions of the primary key in the sink's rows."""
    key = None if sink.table is None else sink.table.schema.primary_key
    if key is None:
        return None
    names = list(sink.sink_type.names)
    return frozenset(names.index(column) for column in key.columns)


def update_needs(sink: nodes.Sink, query: Kinds) -> list[Update]:
    """Returns the forms of updates that the sink accepts, best first."""
    match update_of(accepted(sink, query)):
        case Update.ONLY_AFTER:
            key, keys = primary_key(sink), upsert_keys(sink.input)
            by_key = key is None or (keys is not None and key in keys)
            return [upserting(query), retracting(query)] if by_key else [retracting(query)]
        case Update.BEFORE_AND_AFTER:
            return [retracting(query)]
    return [Update.NONE]


def delete_needs(sink: nodes.Sink, query: Kinds) -> list[Delete]:
    """Returns the forms of deletes that the sink accepts, best first."""
    if delete_of(accepted(sink, query)) is not Delete.BY_KEY:
        return [full_deletes(query)]
    key, keys = primary_key(sink), upsert_keys(sink.input)
    if key is not None and (keys is None or key not in keys):
        return [full_deletes(query)]
    return [Delete.BY_KEY, full_deletes(query)]


def materialized(sink: nodes.Sink, query: ChangelogMode, settings: PassSettings) -> nodes.Sink:
    """Enables upsert materialization if several rows of the query may share a primary key.

    `query` has the query's changes, updates as +U alone. Raises ValidationException for a missing or invalid ON
    CONFLICT.
    """
    mode = sink.sink.accepted_mode(query)
    retracts = ChangeKind.UPDATE_BEFORE in mode.kinds
    if sink.on_conflict is not None:
        _check_conflicts(sink, mode)
    key, keys = primary_key(sink), upsert_keys(sink.input)
    keeps = _keeps(sink, key, keys, mode, query, settings)
    return replace(sink, upsert_materialize=keeps and key is not None and not retracts, upsert_key=_smallest(keys))


def _keeps(
    sink: nodes.Sink,
    key: Optional[Key],
    keys: Optional[frozenset[Key]],
    mode: ChangelogMode,
    query: ChangelogMode,
    settings: PassSettings,
) -> bool:
    choice = settings.configuration.get(UPSERT_MATERIALIZE)
    if choice != "AUTO":
        return bool(choice == "FORCE")
    if key is None or mode.is_insert_only or ChangeKind.UPDATE_BEFORE in mode.kinds:
        return False
    if query.is_insert_only and sink.on_conflict is ConflictAction.DEDUPLICATE:
        return False  # a later row replaces an earlier one in the sink itself
    differs = keys is None or not any(each <= key for each in keys)
    if differs and sink.on_conflict is None and settings.configuration.get(REQUIRE_ON_CONFLICT):
        raise ValidationException(_differing(sink, key, keys))
    return differs


def _check_conflicts(sink: nodes.Sink, mode: ChangelogMode) -> None:
    reason = None
    if mode.is_insert_only:
        reason = "it only accepts INSERT (append-only) changes"
    elif ChangeKind.UPDATE_BEFORE in mode.kinds:
        reason = "it requires UPDATE_BEFORE (retract mode)"
    if reason is not None:
        raise ValidationException(
            f"ON CONFLICT clause is only allowed for upsert sinks. The sink '{sink.name.replace('`', '')}' is not an "
            f"upsert sink because {reason}."
        )
    assert sink.on_conflict is not None
    timeless = [] if sink.on_conflict is ConflictAction.DEDUPLICATE else _without_watermarks(sink)
    if timeless:
        raise ValidationException(
            f"ON CONFLICT DO {sink.on_conflict.value} requires all source tables to define watermarks, but the "
            f"following source(s) do not: {', '.join(timeless)}. Please add a WATERMARK declaration to these tables."
        )


def _without_watermarks(node: RelNode) -> list[str]:
    """Returns the names of tables below a node without a WATERMARK, and of streams without timestamps."""
    match node:
        case nodes.Scan():
            name = node.table.identifier
            return [] if node.table.schema.watermark else [f"{name.catalog}.{name.database}.{name.object}"]
        case nodes.StreamScan():
            return [] if ROWTIME in node.scan_type.names else [node.name]
        case nodes.WatermarkAssigner():
            return []
    return [each for below in node.inputs for each in _without_watermarks(below)]


def _smallest(keys: Optional[frozenset[Key]]) -> Optional[tuple[int, ...]]:
    """Returns the upsert key with the fewest columns; ties go to the first columns."""
    smallest = min((tuple(sorted(key)) for key in keys or ()), key=lambda key: (len(key), key), default=())
    return smallest or None


def _differing(sink: nodes.Sink, key: Key, keys: Optional[frozenset[Key]]) -> str:
    names = sink.sink_type.names
    text = "none" if keys is None else ", ".join(f"[{', '.join(names[c] for c in sorted(k))}]" for k in keys)
    return (
        "The query has an upsert key that differs from the primary key of the sink table "
        f"'{sink.name.replace('`', '')}'. Primary key: [{', '.join(names[c] for c in sorted(key))}], upsert key: "
        f"{text}. This can lead to non-deterministic results when multiple records with different upsert keys map to "
        "the same primary key. Please specify an ON CONFLICT clause to define how conflicts should be handled: ON "
        "CONFLICT DO DEDUPLICATE (update to the latest record, state intensive, since we need to keep the entire "
        "history), or ON CONFLICT DO ERROR (fail on conflict), or ON CONFLICT DO NOTHING (keep first record)."
    )
