"""What a sink needs of its query's changes."""

from __future__ import annotations

from typing import Optional

from pyrite.core.changelog import ALL_CHANGES, ChangeKind, ChangelogMode
from pyrite.core.config.sql_options import REQUIRE_ON_CONFLICT, UPSERT_MATERIALIZE
from pyrite.core.errors import ValidationException
from pyrite.relational.passes.changelog_traits import (
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


def accepted(sink: nodes.Sink, query: Kinds) -> ChangelogMode:
    """What the sink takes of a query's changes; all of them where the sink can take all."""
    wanted = {ChangeKind.INSERT}
    if Kind.UPDATE in query:
        wanted |= {ChangeKind.UPDATE_BEFORE, ChangeKind.UPDATE_AFTER}
    if Kind.DELETE in query:
        wanted.add(ChangeKind.DELETE)
    mode = sink.sink.changelog_mode
    return ChangelogMode(ALL_CHANGES.kinds & mode.kinds & wanted, mode.has_key_deletes)


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


def upsert_materialized(sink: nodes.Sink, query: Kinds, settings: PassSettings) -> bool:
    """Whether rows must be kept before the sink, since several rows of the query may have one primary key."""
    mode = accepted(sink, query)
    is_upsert = update_of(mode) is Update.ONLY_AFTER or (not mode.is_insert_only and Kind.UPDATE not in query)
    key = primary_key(sink)
    choice = settings.configuration.get(UPSERT_MATERIALIZE)
    if key is None or choice == "NONE" or update_of(mode) is Update.BEFORE_AND_AFTER:
        return False
    if choice == "FORCE":
        return True
    if not is_upsert:
        return False
    known = upsert_keys(sink.input)
    differs = known is None or not any(each <= key for each in known)
    if differs and settings.configuration.get(REQUIRE_ON_CONFLICT):
        raise ValidationException(_differing(sink, key, known))
    return differs


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
