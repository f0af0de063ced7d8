"""Translators of nodes that convert change kinds."""

from __future__ import annotations

from typing import Final

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.graph.transformation import Transformation
from pyrite.operators.relational.changelog.changelog_normalize import ChangelogNormalizeSpec
from pyrite.operators.relational.changelog.changes import FromChangelogSpec, ToChangelogSpec
from pyrite.operators.relational.changelog.drop_update_before import DropUpdateBeforeSpec
from pyrite.relational.plan.changelog_functions import FromChangelog, ToChangelog
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize, DropUpdateBefore
from pyrite.relational.plan.render import describe
from pyrite.relational.translators.translation import Translation, Translators


def _normalize(node: ChangelogNormalize, to: Translation) -> Transformation:
    emits_update_before = ChangeKind.UPDATE_BEFORE in node.changelog.kinds
    condition = node.condition and to.computed(node.condition)
    spec = ChangelogNormalizeSpec(
        node.keys,
        condition,
        node.row_type,
        emits_update_before,
        text=describe(node),
        ttl_ms=to.ttl_ms,
        bundle=to.bundle_size(),
    )
    return to.keyed("ChangelogNormalize", spec, node, node.keys)


def _drop_update_before(node: DropUpdateBefore, to: Translation) -> Transformation:
    return to.operator("DropUpdateBefore", DropUpdateBeforeSpec(), node)


def _to_changelog(node: ToChangelog, to: Translation) -> Transformation:
    return to.operator("ProcessTableFunction", ToChangelogSpec(node.codes, node.row_type, text=describe(node)), node)


def _from_changelog(node: FromChangelog, to: Translation) -> Transformation:
    spec = FromChangelogSpec(node.column, node.kinds, node.row_type, text=describe(node))
    function = to.operator("ProcessTableFunction", spec, node)
    return to.with_parallelism_of(function.inputs[0], function)


CHANGELOGS: Final[Translators] = {
    ChangelogNormalize: _normalize,
    DropUpdateBefore: _drop_update_before,
    ToChangelog: _to_changelog,
    FromChangelog: _from_changelog,
}
