"""normalize_sources: a source of upserts gets a ChangelogNormalize, which makes whole changes of them."""

from __future__ import annotations

from pyrite.core.changelog import ChangeKind
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize, scan_changelog
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.nodes import RelNode, rewritten


def normalize_sources(plan: RelNode, settings: PassSettings) -> RelNode:
    return plan if settings.is_batch else rewritten(plan, _normalized)


def _normalized(node: RelNode) -> RelNode:
    if not isinstance(node, (nodes.Scan, nodes.StreamScan)):
        return node
    kinds = scan_changelog(node).kinds
    if ChangeKind.UPDATE_AFTER not in kinds or ChangeKind.UPDATE_BEFORE in kinds:
        return node
    keys = upsert_keys(node)
    assert keys, "a source of upserts has a primary key"
    key = tuple(sorted(next(iter(keys))))
    return ChangelogNormalize(Exchange(node, key), key)
