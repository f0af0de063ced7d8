"""reuse_subplans: equal parts of plans become one, which runs once, including nondeterministic functions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import fields
from typing import Final

from pyrite.core.config.sql_options import REUSE_SOURCE, REUSE_SUB_PLAN
from pyrite.relational.passes.reuse_scans import with_shared_scans
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.nodes import RelNode

_NOT_COMPARED: Final = frozenset(("input", "parts", "source", "changelog"))
"""Inputs are compared separately; equal abilities result in equal sources."""


def reuse_subplans(plan: RelNode, settings: PassSettings) -> RelNode:
    return reused_across([plan], settings)[0]


def reused_across(plans: Sequence[RelNode], settings: PassSettings) -> list[RelNode]:
    """Returns the plans of one job, in which equal nodes are one object."""
    if not settings.configuration.get(REUSE_SUB_PLAN):
        return list(plans)
    reuse = _Reuse(settings.configuration.get(REUSE_SOURCE))
    return [reuse.of(plan) for plan in with_shared_scans(plans, settings)]


class _Reuse:
    """Numbers nodes: equal nodes have the same number."""

    def __init__(self, with_sources: bool) -> None:
        self._with_sources = with_sources
        self._numbers: dict[Hashable, int] = {}
        self._shared: dict[int, RelNode] = {}
        self._others = 0

    def of(self, plan: RelNode) -> RelNode:
        return self._visit(plan)[0]

    def _visit(self, node: RelNode) -> tuple[RelNode, int]:
        below = [self._visit(each) for each in node.inputs]
        inputs = [each for each, _ in below]
        if any(new is not old for new, old in zip(inputs, node.inputs, strict=True)):
            node = node.with_inputs(inputs)
        number = self._number(node, tuple(number for _, number in below))
        return (self._shared.setdefault(number, node) if self._is_shared(node) else node), number

    def _number(self, node: RelNode, inputs: tuple[int, ...]) -> int:
        values = tuple(getattr(node, each.name) for each in fields(node) if each.name not in _NOT_COMPARED)
        try:
            return self._numbers.setdefault((type(node), values, node.changelog, inputs), len(self._numbers))
        except TypeError:  # a constant without a hash
            self._others += 1
            return -self._others

    def _is_shared(self, node: RelNode) -> bool:
        match node:
            case nodes.Sink():
                return False
            case nodes.Scan():
                return self._with_sources
            case Exchange():
                return self._is_shared(node.input)
        return True
