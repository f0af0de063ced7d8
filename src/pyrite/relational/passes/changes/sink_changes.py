"""What a sink needs of its query's changes."""

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
    """What the sink takes of a query's changes."""
    wanted = {ChangeKind.INSERT}
    if Kind.UPDATE in query:
        wanted |= {ChangeKind.UPDATE_BEFORE, ChangeKind.UPDATE_AFTER}
    if Kind.DELETE in query:
        wanted.add(ChangeKind.DELETE)
    return sink.sink.accepted_mode(ChangelogMode(frozenset(wanted)))


def primary_key(sink: nodes.Sink) -> Optional[Key]:
    """The places of the key's columns in the sink's rows."""
    key = None if sink.table is None else sink.table.schema.primary_key
    if key is None:
        return None
    names = list(sink.sink_type.names)
    return frozenset(names.index(column) for column in key.columns)


def update_needs(sink: nodes.Sink, query: Kinds) -> list[Update]:
    """How the sink may have updates, the best first."""
    match update_of(accepted(sink, query)):
        case Update.ONLY_AFTER:
            key, known = primary_key(sink), upsert_keys(sink.input)
            by_key = key is None or (known is not None and key in known)
            return [upserting(query), retracting(query)] if by_key else [retracting(query)]
        case Update.BEFORE_AND_AFTER:
            return [retracting(query)]
    return [Update.NONE]


def delete_needs(sink: nodes.Sink, query: Kinds) -> list[Delete]:
    """How the sink may have deletes, the best first."""
    if delete_of(accepted(sink, query)) is not Delete.BY_KEY:
        return [full_deletes(query)]
    key, known = primary_key(sink), upsert_keys(sink.input)
    if key is not None and (known is None or key not in known):
        return [full_deletes(query)]
    return [Delete.BY_KEY, full_deletes(query)]


def materialized(sink: nodes.Sink, query: ChangelogMode, settings: PassSettings) -> nodes.Sink:
    """The sink that keeps rows before it if it must, since several rows of the query may have one primary key.

    `query` has the query's changes, updates as +U alone. Raises ValidationException if ON CONFLICT is missing or wrong.
    """
    mode = sink.sink.accepted_mode(query)
    retracts = ChangeKind.UPDATE_BEFORE in mode.kinds
    if sink.on_conflict is not None:
        _check_conflicts(sink, mode)
    key, known = primary_key(sink), upsert_keys(sink.input)
    keeps = _keeps(sink, key, known, mode, query, settings)
    return replace(sink, upsert_materialize=keeps and key is not None and not retracts, upsert_key=_smallest(known))


def _keeps(
    sink: nodes.Sink,
    key: Optional[Key],
    known: Optional[frozenset[Key]],
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
    differs = known is None or not any(each <= key for each in known)
    if differs and sink.on_conflict is None and settings.configuration.get(REQUIRE_ON_CONFLICT):
        raise ValidationException(_differing(sink, key, known))
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
    """The names of the tables below a node that have no WATERMARK, and of streams without a time."""
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
    """The key by which a row is known: the one with the fewest columns, of several the one with the first."""
    smallest = min((tuple(sorted(key)) for key in keys or ()), key=lambda key: (len(key), key), default=())
    return smallest or None


def _differing(sink: nodes.Sink, key: Key, known: Optional[frozenset[Key]]) -> str:
    names = sink.sink_type.names
    shown = "none" if known is None else ", ".join(f"[{', '.join(names[c] for c in sorted(k))}]" for k in known)
    return (
        "The query has an upsert key that differs from the primary key of the sink table "
        f"'{sink.name.replace('`', '')}'. Primary key: [{', '.join(names[c] for c in sorted(key))}], upsert key: "
        f"{shown}. This can lead to non-deterministic results when multiple records with different upsert keys map to "
        "the same primary key. Please specify an ON CONFLICT clause to define how conflicts should be handled: ON "
        "CONFLICT DO DEDUPLICATE (update to the latest record, state intensive, since we need to keep the entire "
        "history), or ON CONFLICT DO ERROR (fail on conflict), or ON CONFLICT DO NOTHING (keep first record)."
    )
