"""normalize_sources: a source of upserts gets a ChangelogNormalize, which makes whole changes of them.

A condition right above it is met within it, but for what it says of the key: that is met before.
"""

from __future__ import annotations

from typing import Optional

from pyrite.core.changelog import ChangeKind
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, columns_of
from pyrite.relational.passes.conditions import all_of
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize, scan_changelog
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.nodes import RelNode, rewritten


def normalize_sources(plan: RelNode, settings: PassSettings) -> RelNode:
    return plan if settings.is_batch else rewritten(plan, _normalized)


def _normalized(node: RelNode) -> RelNode:
    if isinstance(node, (nodes.Scan, nodes.StreamScan)) and _gives_upserts(node):
        return _over(node)
    if isinstance(node, nodes.Calc) and node.condition is not None and isinstance(node.input, ChangelogNormalize):
        return _with_condition(node, node.input, node.condition)
    return node


def _gives_upserts(node: nodes.Scan | nodes.StreamScan) -> bool:
    kinds = scan_changelog(node).kinds
    return ChangeKind.UPDATE_AFTER in kinds and ChangeKind.UPDATE_BEFORE not in kinds


def _over(rows: RelNode, condition: Optional[ResolvedExpression] = None) -> ChangelogNormalize:
    keys = upsert_keys(rows)
    assert keys, "a source of upserts has a primary key"
    key = tuple(sorted(next(iter(keys))))
    return ChangelogNormalize(Exchange(rows, key), key, condition)


def _with_condition(calc: nodes.Calc, normalize: ChangelogNormalize, condition: ResolvedExpression) -> RelNode:
    (exchange,) = normalize.inputs
    (rows,) = exchange.inputs
    parts = conjuncts(condition)
    of_key = [part for part in parts if columns_of(part) <= set(normalize.keys)]
    others = [part for part in parts if part not in of_key]
    fields = rows.row_type.fields
    columns = tuple(FieldReference(place, field.name, field.type) for place, field in enumerate(fields))
    before = merged(nodes.Calc(rows, columns, rows.field_names, all_of(of_key)))
    return merged(nodes.Calc(_over(before, all_of(others)), calc.projections, calc.names))
