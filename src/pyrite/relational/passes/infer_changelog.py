"""infer_changelog: infers the kinds of change in each node's rows.

Three steps, as in Flink: from the sources up, the kinds that a node emits; from the sinks down, whether updates have
the previous row; from the sinks down, whether deletes have the whole row. Where a source's changes are not in the form
that its consumer needs, a converting node is inserted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

from pyrite.core.errors import TableException
from pyrite.expressions.resolved import columns_of
from pyrite.relational.passes.changes import join_changes, rank_changes
from pyrite.relational.passes.changes.changelog_rules import RULES, Need
from pyrite.relational.passes.changes.changelog_traits import (
    ALL,
    Consumer,
    Delete,
    Kind,
    Kinds,
    Traits,
    Update,
    delete_of,
    first_of,
    full_deletes,
    key_deletes,
    kinds_of,
    retracting,
    update_of,
    upserting,
)
from pyrite.relational.passes.changes.sink_changes import accepted, delete_needs, materialized, update_needs
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.changelog_functions import FromChangelog
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize, DropUpdateBefore, scan_changelog
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.joins.time_joins import TemporalJoin
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.rank import Ranked
from pyrite.relational.plan.render import describe, node_name


def infer_changelog(plan: RelNode, settings: PassSettings) -> RelNode:
    if settings.is_batch:
        return plan
    kinds = _Kinds(settings).of(plan, settings.consumer)
    if isinstance(plan, nodes.Sink):
        updated = _Updates().sink(kinds, plan, settings)
        whole = None if updated is None else _Deletes().sink(updated, plan)
    else:
        updated = first_of(_Updates().visit(kinds, each) for each in _root_updates(kinds.kinds, settings.consumer))
        whole = None if updated is None else _Deletes().visit(updated, full_deletes(updated.kinds))
    if whole is None:
        raise TableException(
            "Can't generate a valid execution plan for the given query because of a changelog mismatch: an operator "
            f"cannot produce the changelog its consumer requires. The query ends in {describe(plan)}."
        )
    return whole.plan()


def _root_updates(kinds: Kinds, consumer: Consumer) -> list[Update]:
    if update_of(consumer.takes) is Update.BEFORE_AND_AFTER:
        return [retracting(kinds)]
    return [upserting(kinds), retracting(kinds)]


class _Kinds:
    """From the sources up: the kinds of change that each node emits.

    Kinds that its consumer does not accept are an error.
    """

    def __init__(self, settings: PassSettings) -> None:
        self._settings = settings

    def of(self, plan: RelNode, consumer: Consumer) -> Traits:
        if not isinstance(plan, nodes.Sink):
            return self.visit(plan, kinds_of(consumer.takes), consumer.name)
        table_name = plan.name.replace("`", "")
        name = f"Table sink '{table_name}'"
        query = self.visit(plan.input, ALL, name)
        below = self.visit(plan.input, kinds_of(accepted(plan, query.kinds)), name)
        return Traits(plan, (below,), frozenset())

    def visit(self, node: RelNode, accepted_kinds: Kinds, consumer: str) -> Traits:
        if isinstance(node, (nodes.Scan, nodes.StreamScan)):
            return self._checked(Traits(node, (), kinds_of(scan_changelog(node))), accepted_kinds, consumer)
        rule = RULES[type(node)]
        below = (accepted_kinds, consumer) if rule.takes is None else (rule.takes, f"StreamPhysical{node_name(node)}")
        inputs = tuple(self.visit(each, *below) for each in node.inputs)
        kinds = rule.emits([each.kinds for each in inputs])
        if isinstance(node, Ranked):
            kinds = rank_changes.emitted(node, inputs[0].kinds, self._settings)
        if isinstance(node, RegularJoin) and not node.join_type.only_forwards:
            kinds = ALL
        return self._checked(Traits(node, inputs, kinds), accepted_kinds, consumer)

    def _checked(self, traits: Traits, accepted_kinds: Kinds, consumer: str) -> Traits:
        more = traits.kinds - accepted_kinds
        if more:
            words = " and ".join(kind.value for kind in Kind if kind in more)
            raise TableException(
                f"{consumer} doesn't support consuming {words} changes which is produced by node "
                f"{describe(traits.plan())}"
            )
        return traits


class _Updates:
    """From the sinks down: updates as -U and +U, or as +U alone.

    None: the node cannot emit them in the required form.
    """

    def sink(self, traits: Traits, sink: nodes.Sink, settings: PassSettings) -> Optional[Traits]:
        (query,) = traits.inputs
        options = update_needs(sink, query.kinds)
        below = first_of(self._satisfying(query, each) for each in options)
        if below is None:
            return None
        return replace(traits, node=materialized(sink, query.changelog, settings), inputs=(below,))

    def visit(self, traits: Traits, required: Update) -> Optional[Traits]:
        node = traits.node
        match node:
            case nodes.Scan() | nodes.StreamScan():
                return self._scan(traits, node, required)
            case ChangelogNormalize():
                return self._over(traits, upserting(traits.inputs[0].kinds), required)
            case nodes.Calc() if required is Update.ONLY_AFTER and _reads_more_than_a_key(node):
                return None  # rows that no longer meet the condition would not be deleted
            case nodes.Union():
                return self._union(traits, required)
            case RegularJoin():
                return self._join(traits, node, required)
            case TemporalJoin():
                return self._versioned(traits, required)
            case FromChangelog():  # its codes determine the form of updates
                return self._over(traits, None, Update.BEFORE_AND_AFTER)
            case Ranked():
                options = rank_changes.strategies(node, traits.inputs[0])
                return first_of(self._over(replace(traits, node=each), below, required) for each, below in options)
        if RULES[type(node)].updates is Need.AS_CONSUMER:
            inputs = [self._satisfying(each, required) for each in traits.inputs]
            if None in inputs:
                return None
            present = [each for each in inputs if each is not None]
            return replace(traits, inputs=tuple(present), update=present[0].update)
        return self._over(traits, None, required)

    def _over(self, traits: Traits, below: Optional[Update], provided: Update) -> Optional[Traits]:
        """For nodes that emit updates in either form. Inputs need -U and +U unless `below` overrides it."""
        inputs = [self._satisfying(each, below or retracting(each.kinds)) for each in traits.inputs]
        if None in inputs:
            return None
        return replace(traits, inputs=tuple(each for each in inputs if each is not None), update=provided)

    def _join(self, traits: Traits, node: RegularJoin, required: Update) -> Optional[Traits]:
        """+U alone suffices if the consumer takes it, and rows of a side can be replaced by a key of this side."""
        if required is not Update.ONLY_AFTER:
            return self._over(traits, None, required)
        if any(
            Kind.UPDATE in each.kinds and not join_changes.replaces_by_key(node, place)
            for place, each in enumerate(traits.inputs)
        ):
            return None
        inputs = [self._satisfying(each, upserting(each.kinds)) for each in traits.inputs]
        present = [each for each in inputs if each is not None]
        return replace(traits, inputs=tuple(present), update=required) if len(present) == len(inputs) else None

    def _versioned(self, traits: Traits, required: Update) -> Optional[Traits]:
        """Changes of the left side are passed on. Versions need no -U, but take it."""
        left, right = traits.inputs
        rows = self._satisfying(left, required)
        forms = (upserting(right.kinds), retracting(right.kinds))
        versions = first_of(self._satisfying(right, form) for form in forms)
        if rows is None or versions is None:
            return None
        return replace(traits, inputs=(rows, versions), update=rows.update)

    def _satisfying(self, traits: Traits, required: Update) -> Optional[Traits]:
        result = self.visit(traits, required)
        return result if result is not None and result.update is required else None

    def _scan(self, traits: Traits, node: nodes.Scan | nodes.StreamScan, required: Update) -> Traits:
        scanned = replace(traits, update=update_of(scan_changelog(node)))
        if scanned.update is Update.BEFORE_AND_AFTER and required is Update.ONLY_AFTER:
            return Traits(DropUpdateBefore(node), (scanned,), traits.kinds, required)
        return scanned

    def _union(self, traits: Traits, required: Update) -> Optional[Traits]:
        inputs = []
        for each in traits.inputs:
            traits_of_input = self.visit(each, required if Kind.UPDATE in each.kinds else Update.NONE)
            if traits_of_input is None:
                return None
            inputs.append(traits_of_input)
        given = {each.update for each in inputs} - {Update.NONE}
        if len(given) > 1:
            return None
        return replace(traits, inputs=tuple(inputs), update=next(iter(given), Update.NONE))


def _reads_more_than_a_key(calc: nodes.Calc) -> bool:
    """Returns whether the condition reads columns outside of an upsert key."""
    if calc.condition is None:
        return False
    keys = upsert_keys(calc.input)
    columns = columns_of(calc.condition)
    return not keys or not any(columns <= key for key in keys)


class _Deletes:
    """From the sinks down: deletes with the whole row, or with the key."""

    def sink(self, traits: Traits, sink: nodes.Sink) -> Optional[Traits]:
        (query,) = traits.inputs
        below = first_of(self._satisfying(query, each) for each in delete_needs(sink, query.kinds))
        return None if below is None else traits.over((below,))

    def visit(self, traits: Traits, required: Delete) -> Optional[Traits]:
        node = traits.node
        match node:
            case nodes.Scan() | nodes.StreamScan():
                return replace(traits, delete=delete_of(scan_changelog(node)))
            case ChangelogNormalize():
                return self._normalize(traits, required)
            case nodes.Calc() if required is Delete.BY_KEY and _reads_more_than_a_key(node):
                return None
            case nodes.Union():
                return self._union(traits, required)
            case RegularJoin() if required is Delete.BY_KEY:
                return self._join(traits, node)
        if RULES[type(node)].deletes is Need.AS_CONSUMER:
            inputs = [self._satisfying(each, required) for each in traits.inputs]
            if None in inputs:
                return None
            present = [each for each in inputs if each is not None]
            return replace(traits, inputs=tuple(present), delete=present[0].delete)
        below = [self._satisfying(each, full_deletes(each.kinds)) for each in traits.inputs]
        if None in below:
            return None
        return replace(
            traits, inputs=tuple(each for each in below if each is not None), delete=full_deletes(traits.kinds)
        )

    def _satisfying(self, traits: Traits, required: Delete) -> Optional[Traits]:
        result = self.visit(traits, required)
        return result if result is not None and result.delete is required else None

    def _join(self, traits: Traits, node: RegularJoin) -> Optional[Traits]:
        inputs = []
        for place, each in enumerate(traits.inputs):
            forms = [full_deletes(each.kinds)]
            if join_changes.replaces_by_key(node, place):
                forms.insert(0, key_deletes(each.kinds))
            inputs.append(first_of(self._satisfying(each, form) for form in forms))
        present = [each for each in inputs if each is not None]
        if len(present) < len(inputs):
            return None
        is_by_key = any(each.delete is Delete.BY_KEY for each in present)
        delete = key_deletes(traits.kinds) if is_by_key else full_deletes(traits.kinds)
        return replace(traits, inputs=tuple(present), delete=delete)

    def _normalize(self, traits: Traits, required: Delete) -> Optional[Traits]:
        """Removes the node if +U alone is required and the source's deletes have the required form."""
        (exchange,) = traits.inputs
        has_condition = isinstance(traits.node, ChangelogNormalize) and traits.node.condition is not None
        if traits.update is Update.ONLY_AFTER and not has_condition:
            plain = self._satisfying(exchange, required)
            if plain is not None:
                return plain.inputs[0] if isinstance(plain.node, Exchange) else plain
        kinds = exchange.kinds
        below = first_of(self._satisfying(exchange, each) for each in (key_deletes(kinds), full_deletes(kinds)))
        return None if below is None else replace(traits, inputs=(below,), delete=full_deletes(traits.kinds))

    def _union(self, traits: Traits, required: Delete) -> Optional[Traits]:
        inputs = []
        for each in traits.inputs:
            traits_of_input = self.visit(each, required if Kind.DELETE in each.kinds else Delete.NONE)
            if traits_of_input is None:
                return None
            inputs.append(traits_of_input)
        given = {each.delete for each in inputs} - {Delete.NONE}
        merged = Delete.BY_KEY if len(given) > 1 else next(iter(given), Delete.NONE)
        return replace(traits, inputs=tuple(inputs), delete=merged)
