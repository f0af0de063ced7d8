"""normalize_sources: a source of upserts gets a ChangelogNormalize, which makes whole changes of them.

A condition right above it is met within it, but for what it says of the key: that is met before. Columns that nobody
reads are left out before, too: a change of those alone is none.
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
    """The Calc with what may come before: conditions on the key, and the choice of columns."""
    (exchange,) = normalize.inputs
    (rows,) = exchange.inputs
    parts = [] if calc.condition is None else conjuncts(calc.condition)
    of_key = [part for part in parts if columns_of(part) <= set(normalize.keys)]
    others = [part for part in parts if part not in of_key]
    fields = rows.row_type.fields
    read = sorted({*normalize.keys, *(place for tree in (*calc.projections, *others) for place in columns_of(tree))})
    columns = tuple(FieldReference(place, fields[place].name, fields[place].type) for place in read)
    before = merged(nodes.Calc(rows, columns, tuple(fields[place].name for place in read), all_of(of_key)))
    places = {old: new for new, old in enumerate(read)}
    normalized = _over(before, all_of([moved(part, places) for part in others]))
    return merged(nodes.Calc(normalized, tuple(moved(tree, places) for tree in calc.projections), calc.names))
