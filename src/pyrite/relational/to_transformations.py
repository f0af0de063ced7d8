"""Translator: translates plans to the transformations of a job graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.source import Source
from pyrite.core.connector.table import SkipsUnreadColumns
from pyrite.graph.program import Program
from pyrite.graph.transformation import Transformation, TransformationId
from pyrite.relational.node_notes import NodeNotes, set_uids
from pyrite.relational.passes.columns_read import ReadColumns, columns_read
from pyrite.relational.plan.nodes import RelNode, Scan, StreamScan
from pyrite.relational.translators.aggregates import AGGREGATES
from pyrite.relational.translators.changelogs import CHANGELOGS
from pyrite.relational.translators.joins import JOINS
from pyrite.relational.translators.matches import MATCHES
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
    **JOINS,
    **RANKS,
    **MATCHES,
    **SINKS,
}


class Translator(Translation):
    """Translates plans. A node that plans share, as an object, becomes one transformation."""

    def __init__(
        self,
        configuration: Configuration,
        program: Optional[Program] = None,
        notes: Optional[Mapping[int, NodeNotes]] = None,
    ) -> None:
        """Adds transformations to a program, by default a new one. `notes` are by the identity of a node."""
        super().__init__(configuration, Program() if program is None else program)
        self._session_configuration = configuration
        self._notes = notes or {}
        self._done: dict[int, tuple[RelNode, TransformationId]] = {}
        self._read_columns: ReadColumns = {}

    def translate_all(self, plans: Sequence[RelNode]) -> list[TransformationId]:
        """Returns the last transformations of a job's plans."""
        self._read_columns = columns_read(plans)
        return [self.translate(plan) for plan in plans]

    def translate(self, node: RelNode) -> TransformationId:
        done = self._done.get(id(node))
        if done is None:
            outer, self.configuration = self.configuration, self.configuration_of(node)
            try:
                done = self._done[id(node)] = (node, self._translated(node))
            finally:
                self.configuration = outer
            notes = self._notes.get(id(node))
            if notes is not None and notes.uid and not isinstance(node, StreamScan):
                others = {other for _, other in self._done.values() if other is not done[1]}
                set_uids(self.program, done[1], notes.uid, others)
        return done[1]

    def source_of(self, scan: Scan) -> Source[Any]:
        description, columns = scan.source, self._read_columns.get(id(scan))
        if columns is not None and isinstance(description, SkipsUnreadColumns):
            description = description.skip_unread(columns)
        source = description.create_source()
        source.configure(self.configuration)
        return source

    def configuration_of(self, node: RelNode) -> Configuration:
        """Returns the configuration of a node's operators."""
        notes = self._notes.get(id(node))
        session = self._session_configuration
        return session if notes is None else Configuration({**session.to_dict(), **notes.options})

    def _translated(self, node: RelNode) -> TransformationId:
        for kind in type(node).__mro__:
            if kind in TRANSLATORS:
                last = TRANSLATORS[kind](node, self)
                return self.program.add(last) if isinstance(last, Transformation) else last
        raise TypeError(f"{type(node).__name__} has no translation")
