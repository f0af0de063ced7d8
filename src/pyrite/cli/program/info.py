"""`pyrite info`: a job's graphs and resource requirements, without running it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Optional

from pyrite.cli.program.program import run_program
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import GLOBAL_JOB_PARAMETERS, TASK_CPUS
from pyrite.core.connector.guarantee import EndToEnd
from pyrite.core.errors import InvalidProgramError, PyriteError
from pyrite.core.text_formatting import printable
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.executor import ExecutionContext
from pyrite.graph.plan_executor import PlanExecutor
from pyrite.graph.render.graphs import Graph
from pyrite.graph.render.svg import svg_document
from pyrite.graph.render.text import render_text
from pyrite.graph.render.to_json import as_json_object
from pyrite.graph.render.to_picture import to_picture
from pyrite.graph.stream_graph import StreamGraph, StreamNode
from pyrite.runtime.master.checkpoint.delivery_guarantee import delivery_guarantee


@dataclass(frozen=True)
class ResourceRequirements:
    """The resources of one job. `flink_slots_by_group` has the largest parallelism of each slot sharing group."""

    tasks: int
    subtasks: int
    flink_slots: int
    flink_slots_by_group: Mapping[str, int]
    relays: int
    spark_slots: int
    spark_task_cpus: float

    @staticmethod
    def of(graph: ExecutionGraph, configuration: Configuration) -> ResourceRequirements:
        job = graph.job
        return ResourceRequirements(
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


@dataclass(frozen=True)
class InfoOptions:
    """The output format: text, or JSON, or a picture in the file `svg`. `settings` apply as in `pyrite run`."""

    settings: Mapping[str, str] = field(default_factory=dict)
    json: bool = False
    svg: Optional[Path] = None
    entry: str = ""
    """The program's entry point, as in `pyrite run -c`."""


@dataclass(frozen=True)
class Plan:
    """The first job that a script was about to run."""

    stream: StreamGraph
    execution: ExecutionGraph
    configuration: Configuration
    is_batch: bool

    @property
    def graphs(self) -> tuple[Graph, ...]:
        return (self.stream, self.execution.job, self.execution)


def info(path: str, arguments: Sequence[str], options: InfoOptions) -> str:
    """Runs a script up to its first job, and returns a description of that job.

    The script's output goes to stderr, so that stdout has only the returned text.
    """
    plan = take_plan(path, arguments, options.settings, options.entry)
    if options.svg is not None:
        _write(options.svg, svg_document([to_picture(graph) for graph in plan.graphs]))
        return f"wrote {options.svg}"
    return json.dumps(_json_object(plan), indent=2) if options.json else _text(plan)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise PyriteError(f"cannot write {path}: {error.strerror}") from error


def take_plan(path: str, arguments: Sequence[str], settings: Mapping[str, str], entry: str = "") -> Plan:
    """Runs a script up to its first job, and returns that job. The script's output goes to stderr."""
    executor = PlanExecutor()
    try:
        with redirect_stdout(sys.stderr):
            run_program(path, entry, arguments, ExecutionContext(settings, executor, folder=Path(path).parent))
    except (Exception, SystemExit):
        if executor.plan is None:  # code after the first job runs without the job's result, so its errors do not count
            raise
    if executor.job is None or executor.plan is None:
        raise InvalidProgramError(
            f"{path or entry} ended without starting a job, so there is nothing to show: "
            "it must call execute(), execute_async() or execute_and_collect(), or have a query or an INSERT"
        )
    return Plan(executor.plan.stream, executor.plan.execution, executor.job.configuration, executor.job.is_batch)


def _text(plan: Plan) -> str:
    needs = ResourceRequirements.of(plan.execution, plan.configuration)
    parts = [*(render_text(graph) for graph in plan.graphs), needs.as_text(), printable(str(_guarantee(plan)))]
    parameters = plan.configuration.get(GLOBAL_JOB_PARAMETERS)
    if parameters:
        lines = [f"  {printable(name)} = {printable(value)}" for name, value in sorted(parameters.items())]
        parts.append("\n".join(["job parameters", *lines]))
    warnings = [
        f"warning: '{printable(node.name)}' (operator {node.id}) {what} but has no uid: "
        "give it one with uid(), or a changed program may not find its state again"
        for node, what in _state_without_uid(plan.stream)
    ]
    return "\n\n".join([*parts, "\n".join(warnings)] if warnings else parts)


def _guarantee_object(guarantee: EndToEnd) -> dict[str, Any]:
    weakest = [
        {"of": link.name, "delivery": str(link.guarantee.delivery), "reason": link.guarantee.reason}
        for link in guarantee.weakest
    ]
    return {"delivery": str(guarantee.delivery), "because_of": weakest}


def _guarantee(plan: Plan) -> EndToEnd:
    return delivery_guarantee(plan.execution.job, plan.configuration)


def _json_object(plan: Plan) -> dict[str, Any]:
    return {
        "stream_graph": as_json_object(plan.stream),
        "job_graph": as_json_object(plan.execution.job),
        "execution_graph": as_json_object(plan.execution),
        "needs": ResourceRequirements.of(plan.execution, plan.configuration).as_json_object(),
        "guarantee": _guarantee_object(_guarantee(plan)),
        "job_parameters": plan.configuration.get(GLOBAL_JOB_PARAMETERS),
        "without_uid": [
            {"node": node.id, "name": node.name, "reason": what} for node, what in _state_without_uid(plan.stream)
        ],
    }


def _state_without_uid(graph: StreamGraph) -> list[tuple[StreamNode, str]]:
    """The operators without a uid that have state in checkpoints, each with a description of the state."""
    candidates = [(node, "is keyed" if node.keyed else node.operator.keeps) for node in graph.nodes if not node.uid]
    return [(node, what) for node, what in candidates if what is not None]
