"""normalize_sources: adds a ChangelogNormalize above a source of upserts, which completes its changes.

A condition directly above the source is moved into the node, or below it if it only reads the key. Unused columns are
removed below it as well, so that changes of only these columns are dropped.
"""

from __future__ import annotations

from typing import Optional

from pyrite.core.blocks.changelog import gives_upserts
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, columns_of
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.passes.substitution import all_of, moved
from pyrite.relational.plan import nodes
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize, scan_changelog
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.nodes import RelNode, rewritten


def normalize_sources(plan: RelNode, settings: PassSettings) -> RelNode:
    return plan if settings.is_batch else rewritten(plan, _normalized)


def _normalized(node: RelNode) -> RelNode:
    if isinstance(node, (nodes.Scan, nodes.StreamScan)) and gives_upserts(scan_changelog(node)):
        return _over(node)
    if isinstance(node, nodes.Calc) and isinstance(node.input, ChangelogNormalize):
        return _below(node, node.input)
    return node


def _over(rows: RelNode, condition: Optional[ResolvedExpression] = None) -> ChangelogNormalize:
    keys = upsert_keys(rows)
    assert keys, "a source of upserts has a primary key"
    key = tuple(sorted(next(iter(keys))))
    return ChangelogNormalize(Exchange(rows, key), key, condition)


def _below(calc: nodes.Calc, normalize: ChangelogNormalize) -> RelNode:
    """Moves parts of the Calc below the node: conditions on the key, and the selection of columns."""
    (exchange,) = normalize.inputs
    (rows,) = exchange.inputs
    parts = [] if calc.condition is None else conjuncts(calc.condition)
    of_key = [part for part in parts if columns_of(part) <= set(normalize.keys)]
    others = [part for part in parts if part not in of_key]
    fields = rows.row_type.fields
    read_columns = sorted(
        {*normalize.keys, *(place for tree in (*calc.projections, *others) for place in columns_of(tree))}
    )
    columns = tuple(FieldReference(place, fields[place].name, fields[place].type) for place in read_columns)
    before = merged(nodes.Calc(rows, columns, tuple(fields[place].name for place in read_columns), all_of(of_key)))
    places = {old: new for new, old in enumerate(read_columns)}
    normalized = _over(before, all_of([moved(part, places) for part in others]))
    return merged(nodes.Calc(normalized, tuple(moved(tree, places) for tree in calc.projections), calc.names))
