"""KafkaCommitter: writes what completed checkpoints have pending."""

from __future__ import annotations

from pyrite.connectors.kafka.incarnation import CommitterSetup, Incarnation
from pyrite.connectors.kafka.staged_writer import StagedTransaction
from pyrite.core.connector.sink import Committer


class KafkaCommitter(Committer):
    """Keeps a producer for each incarnation that it has just written for: most often that is the task's own."""

    def __init__(self, setup: CommitterSetup) -> None:
        self._setup = setup
        self._open: dict[str, Incarnation] = {}

    def commit(self, committables: list[StagedTransaction]) -> None:
        for staged in sorted(committables, key=lambda staged: (staged.incarnation, staged.number)):
            incarnation = self._open.get(staged.incarnation)
            if incarnation is None:
                incarnation = self._open[staged.incarnation] = Incarnation(staged.incarnation, self._setup)
            incarnation.write(staged)
        wanted = {staged.incarnation for staged in committables}
        for name in [name for name in self._open if name not in wanted]:
            self._open.pop(name).close()

    def close(self) -> None:
        while self._open:
            self._open.popitem()[1].close()
