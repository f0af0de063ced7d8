"""Traits of a node's changes during inference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Optional

from pyrite.core.blocks.changelog import ChangeKind, ChangelogMode
from pyrite.relational.plan.nodes import RelNode


class Kind(Enum):
    """The effect of a change on a table."""

    INSERT = "insert"
    UPDATE = "update"
    DELETE = "delete"


Kinds = frozenset[Kind]
INSERTS: Final = frozenset({Kind.INSERT})
ALL: Final = frozenset(Kind)


class Update(Enum):
    """The form of updates: with the previous row, or by the row's key."""

    NONE = "no updates"
    ONLY_AFTER = "+U"
    BEFORE_AND_AFTER = "-U and +U"


class Delete(Enum):
    """The form of deletes: with the whole row, or with its key."""

    NONE = "no deletes"
    BY_KEY = "the key"
    FULL = "the row"


@dataclass(frozen=True)
class Consumer:
    """The consumer of a plan without a sink: its name in errors, and the changes that it accepts.

    Without UPDATE_BEFORE, updates by key are preferred.
    """

    name: str
    takes: ChangelogMode


@dataclass(frozen=True)
class Traits:
    """A node with its traits, over the traits of its inputs."""

    node: RelNode
    inputs: tuple[Traits, ...]
    kinds: Kinds
    update: Update = Update.NONE
    delete: Delete = Delete.NONE

    def over(self, inputs: Iterable[Traits]) -> Traits:
        return replace(self, inputs=tuple(inputs))

    @property
    def changelog(self) -> ChangelogMode:
        kinds = {ChangeKind.INSERT} if Kind.INSERT in self.kinds else set()
        if Kind.UPDATE in self.kinds:
            kinds.add(ChangeKind.UPDATE_AFTER)
        if self.update is Update.BEFORE_AND_AFTER:
            kinds.add(ChangeKind.UPDATE_BEFORE)
        if Kind.DELETE in self.kinds:
            kinds.add(ChangeKind.DELETE)
        return ChangelogMode(frozenset(kinds), self.delete is Delete.BY_KEY)

    def plan(self) -> RelNode:
        """Returns the node with its changes, over its inputs with their changes."""
        node = self.node.with_inputs([each.plan() for each in self.inputs]) if self.inputs else self.node
        return replace(node, changelog=self.changelog)


def kinds_of(mode: ChangelogMode) -> Kinds:
    kinds = {Kind.INSERT} if ChangeKind.INSERT in mode.kinds else set()
    if mode.kinds & {ChangeKind.UPDATE_BEFORE, ChangeKind.UPDATE_AFTER}:
        kinds.add(Kind.UPDATE)
    if ChangeKind.DELETE in mode.kinds:
        kinds.add(Kind.DELETE)
    return frozenset(kinds)


def update_of(mode: ChangelogMode) -> Update:
    if ChangeKind.UPDATE_BEFORE in mode.kinds:
        return Update.BEFORE_AND_AFTER
    return Update.ONLY_AFTER if ChangeKind.UPDATE_AFTER in mode.kinds else Update.NONE


def delete_of(mode: ChangelogMode) -> Delete:
    if ChangeKind.DELETE not in mode.kinds:
        return Delete.NONE
    return Delete.BY_KEY if mode.has_key_deletes else Delete.FULL


def retracting(kinds: Kinds) -> Update:
    """Returns -U and +U, if there are updates."""
    return Update.BEFORE_AND_AFTER if Kind.UPDATE in kinds else Update.NONE


def upserting(kinds: Kinds) -> Update:
    """Returns +U alone, if there are updates."""
    return Update.ONLY_AFTER if Kind.UPDATE in kinds else Update.NONE


def full_deletes(kinds: Kinds) -> Delete:
    return Delete.FULL if Kind.DELETE in kinds else Delete.NONE


def key_deletes(kinds: Kinds) -> Delete:
    return Delete.BY_KEY if Kind.DELETE in kinds else Delete.NONE


def first_of(options: Iterable[Optional[Traits]]) -> Optional[Traits]:
    """Returns the first possible option."""
    return next((each for each in options if each is not None), None)
