"""Scans of one table that differ in their columns become one scan of all columns, with a Calc for each."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace

from pyrite.core.config.sql_options import REUSE_SOURCE, REUSE_SUB_PLAN
from pyrite.core.connector.table import SupportsProjectionPushDown, SupportsReadingMetadata, TableSource
from pyrite.core.types import RowType
from pyrite.expressions.resolved import FieldReference
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.prune_columns import METADATA, shown_columns
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.passes.substitution import moved
from pyrite.relational.plan import nodes
from pyrite.relational.plan.abilities import ProjectPushDown, ReadingMetadata, SourceAbility
from pyrite.relational.plan.expression_text import BY_NAME
from pyrite.relational.plan.nodes import RelNode, ResolvedTable, rewritten

_OF_COLUMNS = (ProjectPushDown, ReadingMetadata)


def with_shared_scans(plans: Sequence[RelNode], settings: PassSettings) -> list[RelNode]:
    """Returns the plans of one job. Abilities other than projections must be equal, as in Flink."""
    configuration, describe = settings.configuration, settings.describe_source
    if describe is None or not configuration.get(REUSE_SUB_PLAN) or not configuration.get(REUSE_SOURCE):
        return list(plans)
    groups: dict[Hashable, dict[tuple[str, ...], nodes.Scan]] = {}
    for scan in (each for plan in plans for each in _scans(plan)):
        groups.setdefault(_digest(scan), {}).setdefault(scan.field_names, scan)
    shared = {
        digest: _reading_all(list(scans.values()), describe)
        for digest, scans in groups.items()
        if len(scans) > 1 and all(map(_chooses_columns_last, scans.values()))
    }
    if not shared:
        return list(plans)

    def change(node: RelNode) -> RelNode:
        match node:
            case nodes.Scan():
                scan = shared.get(_digest(node))
                return node if scan is None else _chosen(scan, node)
            case nodes.Calc() if isinstance(node.input, nodes.Calc):
                return replace(merged(node), changelog=node.changelog)
        return node

    return [rewritten(plan, change) for plan in plans]


def _scans(plan: RelNode) -> Iterable[nodes.Scan]:
    if isinstance(plan, nodes.Scan):
        yield plan
    for each in plan.inputs:
        yield from _scans(each)


def _digest(scan: nodes.Scan) -> Hashable:
    """Returns the properties that scans must share to be merged."""
    marks = tuple(tree and BY_NAME.text(tree) for tree in (scan.rowtime, scan.watermark))
    return (scan.table.identifier, repr(scan.table), repr(_others(scan.abilities)), marks, scan.changelog)


def _others(abilities: Sequence[SourceAbility]) -> tuple[SourceAbility, ...]:
    return tuple(each for each in abilities if not isinstance(each, _OF_COLUMNS))


def _chooses_columns_last(scan: nodes.Scan) -> bool:
    """Returns whether no ability depends on an earlier projection."""
    projections = [number for number, each in enumerate(scan.abilities) if isinstance(each, ProjectPushDown)]
    later = scan.abilities[projections[0] :] if projections else ()
    return len(projections) < 2 and not _others(later) and isinstance(scan.source, SupportsProjectionPushDown)


def _reading_all(scans: Sequence[nodes.Scan], describe: Callable[[ResolvedTable], TableSource]) -> nodes.Scan:
    """Returns the scan of all columns of these scans, in the table's order."""
    first = scans[0]
    fields = {field.name: field for scan in scans for field in scan.row_type.fields}
    source = describe(first.table)
    for ability in _others(first.abilities):
        source = ability.apply(source)
    every = first.table.schema.physical_type.names
    physical = [name for name in every if name in fields]
    readable = source.list_readable_metadata() if isinstance(source, SupportsReadingMetadata) else {}
    keys = [key for key in readable if f"{METADATA}{key}" in fields]
    names = [*physical, *(f"{METADATA}{key}" for key in keys)]
    descriptions = tuple(each for each in first.pushed if not each.startswith(("project=", "metadata=")))
    scan = replace(first, source=source, abilities=_others(first.abilities), pushed=descriptions)
    columns = tuple(map(every.index, physical))
    scan = scan.with_ability(ProjectPushDown(columns), *shown_columns(physical, keys))
    if readable:
        scan = scan.with_ability(ReadingMetadata(tuple(keys)))
    places = {old: names.index(name) for old, name in enumerate(first.field_names)}
    return replace(
        scan,
        scan_type=RowType(tuple(fields[name] for name in names), nullable=False),
        rowtime=first.rowtime and moved(first.rowtime, places),
        watermark=first.watermark and moved(first.watermark, places),
    )


def _chosen(shared: nodes.Scan, scan: nodes.Scan) -> RelNode:
    """Selects the columns of a scan from the shared one."""
    names = shared.field_names
    columns = tuple(FieldReference(names.index(each.name), each.name, each.type) for each in scan.row_type.fields)
    if scan.field_names == names:
        return shared
    return nodes.Calc(shared, columns, scan.field_names, changelog=scan.changelog)
