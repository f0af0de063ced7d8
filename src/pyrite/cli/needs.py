"""Needs: how many tasks a job has, and the slots and cores that they take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import TASK_CPUS
from pyrite.graph.execution_graph import ExecutionGraph


@dataclass(frozen=True)
class Needs:
    """The numbers of one job. `flink_slots_by_group` has the largest parallelism of each slot sharing group."""

    tasks: int
    subtasks: int
    flink_slots: int
    flink_slots_by_group: Mapping[str, int]
    relays: int
    spark_slots: int
    spark_task_cpus: float

    @staticmethod
    def of(graph: ExecutionGraph, configuration: Configuration) -> Needs:
        job = graph.job
        return Needs(
            tasks=len(job.vertices),
            subtasks=job.subtasks,
            flink_slots=job.slots,
            flink_slots_by_group=dict(job.slots_by_group()),
            relays=graph.relays,
            spark_slots=graph.slots,
            spark_task_cpus=configuration.get(TASK_CPUS),
        )

    @property
    def cores(self) -> float:
        return round(self.spark_slots * self.spark_task_cpus, 6)

    def as_json_object(self) -> dict[str, Any]:
        return asdict(self) | {"cores": self.cores}

    def as_text(self) -> str:
        groups = ", ".join(f"{group}: {slots}" for group, slots in self.flink_slots_by_group.items())
        return "\n".join(
            (
                "Needs",
                f"  tasks        {self.tasks}",
                f"  subtasks     {self.subtasks}",
                f"  Flink slots  {self.flink_slots} ({groups})",
                f"  Spark slots  {self.spark_slots} (subtasks: {self.subtasks}, relays: {self.relays})",
                f"  cores        {self.cores:g} (at {TASK_CPUS.key} = {self.spark_task_cpus:g})",
            )
        )
