"""From a plan to the transformations that the job graph is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Optional

from pyrite.core.config.configuration import Configuration
from pyrite.graph.transformation import Transformation
from pyrite.relational.node_notes import NodeNotes, set_uids
from pyrite.relational.plan.nodes import RelNode, StreamScan
from pyrite.relational.translators.aggregates import AGGREGATES
from pyrite.relational.translators.changelogs import CHANGELOGS
from pyrite.relational.translators.over import OVER
from pyrite.relational.translators.ranks import RANKS
from pyrite.relational.translators.rows import ROWS
from pyrite.relational.translators.sinks import SINKS
from pyrite.relational.translators.sources import SOURCES
from pyrite.relational.translators.translation import Translation, Translators
from pyrite.relational.translators.windows import WINDOWS

TRANSLATORS: Final[Translators] = {
    **SOURCES,
    **ROWS,
    **CHANGELOGS,
    **AGGREGATES,
    **WINDOWS,
    **OVER,
    **RANKS,
    **SINKS,
}


class Translator(Translation):
    """Translates plans. A node that two plans share, as an object, becomes one transformation."""

    def __init__(self, configuration: Configuration, notes: Optional[Mapping[int, NodeNotes]] = None) -> None:
        """`notes` are of nodes by their identity."""
        super().__init__(configuration)
        self._session_configuration = configuration
        self._notes = notes or {}
        self._done: dict[int, tuple[RelNode, Transformation]] = {}

    def translate(self, node: RelNode) -> Transformation:
        known = self._done.get(id(node))
        if known is None:
            outer, self.configuration = self.configuration, self.configuration_of(node)
            try:
                known = self._done[id(node)] = (node, self._translated(node))
            finally:
                self.configuration = outer
            notes = self._notes.get(id(node))
            if notes is not None and notes.uid and not isinstance(node, StreamScan):
                set_uids(known[1], notes.uid, {id(made) for _, made in self._done.values() if made is not known[1]})
        return known[1]

    def configuration_of(self, node: RelNode) -> Configuration:
        """The settings that a node's operators are made with."""
        notes = self._notes.get(id(node))
        session = self._session_configuration
        return session if notes is None else Configuration({**session.to_dict(), **notes.options})

    def _translated(self, node: RelNode) -> Transformation:
        for kind in type(node).__mro__:
            if kind in TRANSLATORS:
                return TRANSLATORS[kind](node, self)
        raise TypeError(f"{type(node).__name__} has no translation")
