"""The output of a simulated driver's tasks to the terminal and to the client."""

from __future__ import annotations

from typing import Any


class SimulatedOutput:
    """The driver's side of `print` and `CollectSink`."""

    def __init__(self) -> None:
        self.results: list[Any] = []
        self.text: list[str] = []
        self._committed: set[Any] = set()

    def emit_text(self, text: str, to_stderr: bool) -> None:
        self.text.append(text)

    def emit_results(self, values: list[Any]) -> None:
        self.results.extend(values)

    def emit_committed(self, values: list[Any], committable_id: Any) -> None:
        """Receives the rows that a sink commits; a committable may be committed repeatedly."""
        if committable_id not in self._committed:
            self._committed.add(committable_id)
            self.results.extend(values)
