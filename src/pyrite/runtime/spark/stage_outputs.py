"""StageOutputs: what Spark keeps of the stages of one plan, so that its job can run again over it. Reaches into Spark.

The same DataFrame has the same shuffles whenever it runs. Spark skips the tasks of which it has the output; what an
executor has taken with it, it knows to be missing. Tracked by Spark's MapOutputTracker, which the DAGScheduler holds.
"""

from __future__ import annotations

from typing import Any

from pyrite.runtime.spark.exchange import walk_plan


class StageOutputs:
    """The outputs of a DataFrame's stages; level n writes to the n-th exchange."""

    def __init__(self, context: Any, frame: Any) -> None:
        self._context = context
        self._frame = frame

    def complete(self) -> frozenset[tuple[int, int]]:
        """The tasks, as (level, pid), of which Spark has the output."""
        tracker = self._tracker()
        outputs: set[tuple[int, int]] = set()
        for level, dependency in enumerate(self._dependencies()):
            missing = tracker.findMissingPartitions(dependency.shuffleId())
            if not missing.isEmpty():  # else the shuffle has not begun
                absent = {missing.get().apply(index) for index in range(missing.get().size())}
                outputs.update((level, pid) for pid in range(dependency.rdd().getNumPartitions()) if pid not in absent)
        return frozenset(outputs)

    def drop_from(self, level: int) -> None:
        """Has the tasks of this level, and of those after it, run again."""
        tracker = self._tracker()
        for dependency in self._dependencies()[level:]:
            if tracker.containsShuffle(dependency.shuffleId()):
                tracker.unregisterAllMapAndMergeOutput(dependency.shuffleId())

    def _dependencies(self) -> list[Any]:
        """The shuffles, first level first."""
        plan = self._frame._jdf.queryExecution().executedPlan()
        exchanges = [node for node in walk_plan(plan) if node.getClass().getSimpleName() == "ShuffleExchangeExec"]
        return [node.shuffleDependency() for node in reversed(exchanges)]

    def _tracker(self) -> Any:
        """SparkEnv has it too, but its class refers to classes that are not there, which Py4J does not forgive."""
        scheduler = self._context._jsc.sc().dagScheduler()
        field = scheduler.getClass().getDeclaredField("mapOutputTracker")
        field.setAccessible(True)
        return field.get(scheduler)
