"""prune_columns: removes unused columns. Scans read only required columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pyrite.core.blocks.changelog import gives_upserts
from pyrite.core.connector.table import SupportsProjectionPushDown, SupportsReadingMetadata
from pyrite.core.types import RowType
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, columns_of
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.relational.passes.choose_joins import matches_at_most_one
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.substitution import moved
from pyrite.relational.plan import nodes
from pyrite.relational.plan.abilities import ProjectPushDown, ReadingMetadata
from pyrite.relational.plan.aggregate import Aggregate, moved_call
from pyrite.relational.plan.expand import Expand
from pyrite.relational.plan.join import Join
from pyrite.relational.plan.joins.time_joins import SnapshotJoin, rowtimes
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.match import Match
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.order import Sort
from pyrite.relational.plan.over import RANKS, Over
from pyrite.relational.plan.windows import WindowTableFunction

METADATA = "$metadata."


def prune_columns(plan: RelNode) -> RelNode:
    return _pruned(plan, range(len(plan.row_type.fields)))


def _pruned(node: RelNode, required: Sequence[int]) -> RelNode:
    """Returns the node with only the required columns, in this order. Callers renumber the columns that they read."""
    match node:
        case nodes.Calc():
            return _calc(node, required)
        case nodes.Union():
            return replace(node, parts=tuple(_pruned(part, required) for part in node.parts))
        case nodes.Limit():
            return replace(node, input=_pruned(node.input, required))
        case Sort():
            return _sort(node, required)
        case nodes.Sink():
            return replace(node, input=_pruned(node.input, range(len(node.input.row_type.fields))))
        case nodes.Scan():
            return _scan(node, required)
        case nodes.WatermarkAssigner():
            return _watermark_assigner(node, required)
        case nodes.Correlate():
            return _correlate(node, required)
        case Aggregate():
            return _aggregate(node, required)
        case Expand():
            return _expand(node, required)
        case Join():
            return _join(node, required)
        case SnapshotJoin():
            return _snapshot_join(node, required)
        case Over():
            return _over(node, required)
        case Match():
            return _match(node, required)
        case WindowTableFunction():
            return _window_function(node, required)
    pruned = node.with_inputs([_pruned(each, range(len(each.row_type.fields))) for each in node.inputs])
    return _selected(pruned, required)


def _calc(node: nodes.Calc, required: Sequence[int]) -> RelNode:
    projections = [node.projections[index] for index in required]
    reads = [*projections, *([] if node.condition is None else [node.condition])]
    below = _columns(reads) or [0]  # rows without columns cannot be counted
    places = {old: new for new, old in enumerate(below)}
    return merged(
        nodes.Calc(
            _pruned(node.input, below),
            tuple(moved(tree, places) for tree in projections),
            tuple(node.names[index] for index in required),
            node.condition and moved(node.condition, places),
        )
    )


def _sort(node: Sort, required: Sequence[int]) -> RelNode:
    keys = {column for key in upsert_keys(node.input) or () for column in key} if node.has_limit else set()
    below = sorted({*required, *(each.place for each in node.order), *keys})
    places = {old: new for new, old in enumerate(below)}
    order = tuple(replace(each, place=places[each.place]) for each in node.order)
    return _selected(
        replace(node, input=_pruned(node.input, below), order=order), [places[index] for index in required]
    )


def _watermark_assigner(node: nodes.WatermarkAssigner, required: Sequence[int]) -> RelNode:
    below = sorted({*required, node.rowtime, *columns_of(node.watermark)})
    places = {old: new for new, old in enumerate(below)}
    watermark = moved(node.watermark, places)
    assigner = replace(node, input=_pruned(node.input, below), rowtime=places[node.rowtime], watermark=watermark)
    return _selected(assigner, [places[index] for index in required])


def _correlate(node: nodes.Correlate, required: Sequence[int]) -> RelNode:
    width = len(node.input.row_type.fields)
    reads = [node.call, *([] if node.condition is None else [node.condition])]
    below = sorted({*(index for index in required if index < width), *(i for i in _columns(reads) if i < width)}) or [0]
    width_of_result = len(node.function_type.fields)
    places = {old: new for new, old in enumerate([*below, *range(width, width + width_of_result)])}
    correlate = replace(
        node,
        input=_pruned(node.input, below),
        call=moved(node.call, places),
        condition=node.condition and moved(node.condition, places),
    )
    return _selected(correlate, [places[index] for index in required])


def _aggregate(node: Aggregate, required: Sequence[int]) -> RelNode:
    """Keeps all keys, and drops aggregates that nothing reads."""
    keys = len(node.grouping)
    used_calls = [place for place in range(len(node.calls)) if keys + place in required]
    calls = [node.calls[place] for place in used_calls]
    filters = [call.filter for call in calls if call.filter is not None]
    below = sorted({*node.grouping, *(a for call in calls for a in call.arguments), *filters}) or [0]
    places = {old: new for new, old in enumerate(below)}
    pruned = replace(
        node,
        input=_pruned(node.input, below),
        grouping=tuple(places[place] for place in node.grouping),
        calls=tuple(moved_call(call, places) for call in calls),
        names=tuple(node.names[place] for place in used_calls),
    )
    columns = {
        **{place: place for place in range(keys)},
        **{keys + old: keys + new for new, old in enumerate(used_calls)},
    }
    return _selected(pruned, [columns[index] for index in required])


def _window_function(node: WindowTableFunction, required: Sequence[int]) -> RelNode:
    width = len(node.input.row_type.fields)
    windowing = node.windowing
    below = sorted({*(index for index in required if index < width), windowing.time, *windowing.partition_keys})
    places = {old: new for new, old in enumerate([*below, *range(width, width + len(node.names))])}
    keys = tuple(places[key] for key in windowing.partition_keys)
    pruned = replace(
        node,
        input=_pruned(node.input, below),
        windowing=replace(windowing, time=places[windowing.time], partition_keys=keys),
    )
    return _selected(pruned, [places[index] for index in required])


def _match(node: Match, required: Sequence[int]) -> RelNode:
    below = sorted(node.columns_read)
    places = {old: new for new, old in enumerate(below)}
    return _selected(node.over(_pruned(node.input, below), places), required)


def _over(node: Over, required: Sequence[int]) -> RelNode:
    width = len(node.input.row_type.fields)
    read_columns = {
        *(index for index in required if index < width),
        *(c for group in node.groups for c in group.columns),
    }
    if any(call.function in RANKS for call in node.calls):  # ranking is cheaper with the upsert key
        partition = frozenset(node.groups[0].partition)
        read_columns |= {column for key in upsert_keys(node.input) or () if key >= partition for column in key}
    below = sorted(read_columns) or [0]
    places = {old: new for new, old in enumerate([*below, *range(width, width + len(node.names))])}
    groups = tuple(group.moved(places) for group in node.groups)
    pruned = replace(node, input=_pruned(node.input, below), groups=groups)
    return _selected(pruned, [places[index] for index in required])


def _expand(node: Expand, required: Sequence[int]) -> RelNode:
    lists = [[projection[index] for index in required] for projection in node.projections]
    below = _columns([tree for each in lists for tree in each]) or [0]
    places = {old: new for new, old in enumerate(below)}
    return replace(
        node,
        input=_pruned(node.input, below),
        projections=tuple(tuple(moved(tree, places) for tree in each) for each in lists),
        expand_type=RowType(tuple(node.expand_type.fields[index] for index in required), nullable=False),
    )


def _join(node: Join, required: Sequence[int]) -> RelNode:
    width = len(node.left.row_type.fields)
    if node.join_type is JoinType.LEFT and max(required, default=0) < width and matches_at_most_one(node):
        return _pruned(node.left, required)  # it neither adds nor removes rows
    read_columns = {*required, *([] if node.condition is None else columns_of(node.condition))}
    left = sorted(place for place in read_columns if place < width) or [0]
    right = sorted(place for place in read_columns if place >= width) or [width]
    places = {old: new for new, old in enumerate([*left, *right])}
    pruned = replace(
        node,
        left=_pruned(node.left, left),
        right=_pruned(node.right, [place - width for place in right]),
        condition=node.condition and moved(node.condition, places),
    )
    return _selected(pruned, [places[index] for index in required])


def _snapshot_join(node: SnapshotJoin, required: Sequence[int]) -> RelNode:
    """Versions need their time and their primary key."""
    width = len(node.left.row_type.fields)
    conditions = [] if node.condition is None else [node.condition]
    versions = {place for key in upsert_keys(node.right) or () for place in key} | set(rowtimes(node.right.row_type))
    read_columns = {*required, *_columns([node.period, *conditions]), *(width + place for place in versions)}
    left = sorted(place for place in read_columns if place < width)
    right = sorted(place for place in read_columns if place >= width) or [width]
    places = {old: new for new, old in enumerate([*left, *right])}
    pruned = replace(
        node,
        left=_pruned(node.left, left),
        right=_pruned(node.right, [place - width for place in right]),
        period=moved(node.period, places),
        condition=node.condition and moved(node.condition, places),
    )
    return _selected(pruned, [places[index] for index in required])


def _scan(node: nodes.Scan, required: Sequence[int]) -> RelNode:
    """Projects a source that supports it. Columns of the watermark and of the upsert key are read as well."""
    marks = [tree for tree in (node.rowtime, node.watermark) if tree is not None]
    read_columns = sorted({*required, *_columns(marks), *_upsert_key(node)})
    fields = node.scan_type.fields
    physical = [index for index in read_columns if not fields[index].name.startswith(METADATA)]
    metadata = [index for index in read_columns if fields[index].name.startswith(METADATA)]
    if not isinstance(node.source, SupportsProjectionPushDown) or len(read_columns) == len(fields):
        return _selected(node, required)
    keys = tuple(fields[index].name.removeprefix(METADATA) for index in metadata)
    descriptions = shown_columns([fields[index].name for index in physical], keys)
    scan = node.with_ability(ProjectPushDown(tuple(physical)), *descriptions)
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
    return _selected(scan, [places[index] for index in required])


def _upsert_key(node: nodes.Scan) -> set[int]:
    """Returns the upsert key of a source of upserts."""
    is_needed = gives_upserts(node.source.changelog_mode)
    return {column for key in upsert_keys(node) or () for column in key} if is_needed else set()


def shown_columns(physical: Sequence[str], keys: Sequence[str]) -> list[str]:
    """Returns the projected columns and metadata as plans show them."""
    return [f"project=[{', '.join(physical)}]", f"metadata=[{', '.join(keys)}]"]


def _selected(node: RelNode, required: Sequence[int]) -> RelNode:
    fields = node.row_type.fields
    if list(required) == list(range(len(fields))):
        return node
    columns = tuple(FieldReference(index, fields[index].name, fields[index].type) for index in required)
    return nodes.Calc(node, columns, tuple(fields[index].name for index in required))


def _columns(trees: Iterable[ResolvedExpression]) -> list[int]:
    return sorted({index for tree in trees for index in columns_of(tree)})
