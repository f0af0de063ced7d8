"""prune_columns: no node makes a column that nobody above it reads; scans read only what is needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pyrite.core.blocks.changelog import gives_upserts
from pyrite.core.connector.table import SupportsProjectionPushDown, SupportsReadingMetadata
from pyrite.core.types import RowType
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, columns_of
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.substitution import moved
from pyrite.relational.plan import nodes
from pyrite.relational.plan.abilities import ProjectPushDown, ReadingMetadata
from pyrite.relational.plan.aggregate import Aggregate, moved_call
from pyrite.relational.plan.expand import Expand
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.order import Sort
from pyrite.relational.plan.over import RANKS, Over
from pyrite.relational.plan.windows import WindowTableFunction

METADATA = "$metadata."


def prune_columns(plan: RelNode) -> RelNode:
    return _pruned(plan, range(len(plan.row_type.fields)))


def _pruned(node: RelNode, needed: Sequence[int]) -> RelNode:
    """The node with just these of its columns, in this order. Those who ask for less renumber what they read."""
    match node:
        case nodes.Calc():
            return _calc(node, needed)
        case nodes.Union():
            return replace(node, parts=tuple(_pruned(part, needed) for part in node.parts))
        case nodes.Limit():
            return replace(node, input=_pruned(node.input, needed))
        case Sort():
            return _sort(node, needed)
        case nodes.Sink():
            return replace(node, input=_pruned(node.input, range(len(node.input.row_type.fields))))
        case nodes.Scan():
            return _scan(node, needed)
        case nodes.WatermarkAssigner():
            return _watermark_assigner(node, needed)
        case nodes.Correlate():
            return _correlate(node, needed)
        case Aggregate():
            return _aggregate(node, needed)
        case Expand():
            return _expand(node, needed)
        case Over():
            return _over(node, needed)
        case WindowTableFunction():
            return _window_function(node, needed)
    pruned = node.with_inputs([_pruned(each, range(len(each.row_type.fields))) for each in node.inputs])
    return _chosen(pruned, needed)


def _calc(node: nodes.Calc, needed: Sequence[int]) -> RelNode:
    projections = [node.projections[index] for index in needed]
    reads = [*projections, *([] if node.condition is None else [node.condition])]
    below = _columns(reads) or [0]  # rows of no columns cannot be counted
    places = {old: new for new, old in enumerate(below)}
    return merged(
        nodes.Calc(
            _pruned(node.input, below),
            tuple(moved(tree, places) for tree in projections),
            tuple(node.names[index] for index in needed),
            node.condition and moved(node.condition, places),
        )
    )


def _sort(node: Sort, needed: Sequence[int]) -> RelNode:
    keys = {column for key in upsert_keys(node.input) or () for column in key} if node.has_limit else set()
    below = sorted({*needed, *(each.place for each in node.order), *keys})
    places = {old: new for new, old in enumerate(below)}
    order = tuple(replace(each, place=places[each.place]) for each in node.order)
    return _chosen(replace(node, input=_pruned(node.input, below), order=order), [places[index] for index in needed])


def _watermark_assigner(node: nodes.WatermarkAssigner, needed: Sequence[int]) -> RelNode:
    below = sorted({*needed, node.rowtime, *columns_of(node.watermark)})
    places = {old: new for new, old in enumerate(below)}
    watermark = moved(node.watermark, places)
    assigner = replace(node, input=_pruned(node.input, below), rowtime=places[node.rowtime], watermark=watermark)
    return _chosen(assigner, [places[index] for index in needed])


def _correlate(node: nodes.Correlate, needed: Sequence[int]) -> RelNode:
    width = len(node.input.row_type.fields)
    reads = [node.call, *([] if node.condition is None else [node.condition])]
    below = sorted({*(index for index in needed if index < width), *(i for i in _columns(reads) if i < width)}) or [0]
    made = len(node.function_type.fields)
    places = {old: new for new, old in enumerate([*below, *range(width, width + made)])}
    correlate = replace(
        node,
        input=_pruned(node.input, below),
        call=moved(node.call, places),
        condition=node.condition and moved(node.condition, places),
    )
    return _chosen(correlate, [places[index] for index in needed])


def _aggregate(node: Aggregate, needed: Sequence[int]) -> RelNode:
    """All keys are kept; aggregates that nobody reads are not computed."""
    keys = len(node.grouping)
    kept = [place for place in range(len(node.calls)) if keys + place in needed]
    calls = [node.calls[place] for place in kept]
    filters = [call.filter for call in calls if call.filter is not None]
    below = sorted({*node.grouping, *(a for call in calls for a in call.arguments), *filters}) or [0]
    places = {old: new for new, old in enumerate(below)}
    pruned = replace(
        node,
        input=_pruned(node.input, below),
        grouping=tuple(places[place] for place in node.grouping),
        calls=tuple(moved_call(call, places) for call in calls),
        names=tuple(node.names[place] for place in kept),
    )
    columns = {**{place: place for place in range(keys)}, **{keys + old: keys + new for new, old in enumerate(kept)}}
    return _chosen(pruned, [columns[index] for index in needed])


def _window_function(node: WindowTableFunction, needed: Sequence[int]) -> RelNode:
    width = len(node.input.row_type.fields)
    windowing = node.windowing
    below = sorted({*(index for index in needed if index < width), windowing.time, *windowing.partition_keys})
    places = {old: new for new, old in enumerate([*below, *range(width, width + len(node.names))])}
    keys = tuple(places[key] for key in windowing.partition_keys)
    pruned = replace(
        node,
        input=_pruned(node.input, below),
        windowing=replace(windowing, time=places[windowing.time], partition_keys=keys),
    )
    return _chosen(pruned, [places[index] for index in needed])


def _over(node: Over, needed: Sequence[int]) -> RelNode:
    width = len(node.input.row_type.fields)
    read = {*(index for index in needed if index < width), *(c for group in node.groups for c in group.columns)}
    if any(call.function in RANKS for call in node.calls):  # rows that are ranked are best known by their key
        partition = frozenset(node.groups[0].partition)
        read |= {column for key in upsert_keys(node.input) or () if key >= partition for column in key}
    below = sorted(read) or [0]
    places = {old: new for new, old in enumerate([*below, *range(width, width + len(node.names))])}
    groups = tuple(group.moved(places) for group in node.groups)
    pruned = replace(node, input=_pruned(node.input, below), groups=groups)
    return _chosen(pruned, [places[index] for index in needed])


def _expand(node: Expand, needed: Sequence[int]) -> RelNode:
    lists = [[projection[index] for index in needed] for projection in node.projections]
    below = _columns([tree for each in lists for tree in each]) or [0]
    places = {old: new for new, old in enumerate(below)}
    return replace(
        node,
        input=_pruned(node.input, below),
        projections=tuple(tuple(moved(tree, places) for tree in each) for each in lists),
        expand_type=RowType(tuple(node.expand_type.fields[index] for index in needed), nullable=False),
    )


def _scan(node: nodes.Scan, needed: Sequence[int]) -> RelNode:
    """A source that can reads these columns only; a watermark's columns, and the key of upserts, are read as well."""
    marks = [tree for tree in (node.rowtime, node.watermark) if tree is not None]
    read = sorted({*needed, *_columns(marks), *_upsert_key(node)})
    fields = node.scan_type.fields
    physical = [index for index in read if not fields[index].name.startswith(METADATA)]
    metadata = [index for index in read if fields[index].name.startswith(METADATA)]
    if not isinstance(node.source, SupportsProjectionPushDown) or len(read) == len(fields):
        return _chosen(node, needed)
    keys = tuple(fields[index].name.removeprefix(METADATA) for index in metadata)
    shown = shown_columns([fields[index].name for index in physical], keys)
    scan = node.with_ability(ProjectPushDown(tuple(physical)), *shown)
    if isinstance(scan.source, SupportsReadingMetadata):
        scan = scan.with_ability(ReadingMetadata(keys))
    order = [*physical, *metadata]
    places = {old: new for new, old in enumerate(order)}
    scan = replace(
        scan,
        scan_type=RowType(tuple(fields[index] for index in order), nullable=False),
        rowtime=node.rowtime and moved(node.rowtime, places),
        watermark=node.watermark and moved(node.watermark, places),
    )
    return _chosen(scan, [places[index] for index in needed])


def _upsert_key(node: nodes.Scan) -> set[int]:
    """The columns by which a source's upserts are known."""
    is_needed = gives_upserts(node.source.changelog_mode)
    return {column for key in upsert_keys(node) or () for column in key} if is_needed else set()


def shown_columns(physical: Sequence[str], keys: Sequence[str]) -> list[str]:
    """How plans show which columns, and which metadata, are read."""
    return [f"project=[{', '.join(physical)}]", f"metadata=[{', '.join(keys)}]"]


def _chosen(node: RelNode, needed: Sequence[int]) -> RelNode:
    fields = node.row_type.fields
    if list(needed) == list(range(len(fields))):
        return node
    columns = tuple(FieldReference(index, fields[index].name, fields[index].type) for index in needed)
    return nodes.Calc(node, columns, tuple(fields[index].name for index in needed))


def _columns(trees: Iterable[ResolvedExpression]) -> list[int]:
    return sorted({index for tree in trees for index in columns_of(tree)})
