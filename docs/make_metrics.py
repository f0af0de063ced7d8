"""Writes docs/guide/metrics.md from the declared metrics: python docs/make_metrics.py"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pyrite.core.metrics.declared_metrics import ALL_METRICS
from pyrite.core.metrics.metric_spec import MetricScope
from pyrite.core.metrics.rocksdb_metrics import ROCKSDB_METRICS

PAGE: Final = Path(__file__).resolve().parent / "guide" / "metrics.md"
HEAD: Final = """# Metrics

*Generated from [declared_metrics.py](../../src/pyrite/core/metrics/declared_metrics.py) by
[make_metrics.py](../make_metrics.py).*

Every task reports its metrics with its heartbeat (`heartbeat.interval`, a second by default). `pyrite run` shows some
of them while a job runs, `JobClient.get_metrics()` returns the last reported values, and
[reporters](metric_reporters.md) send them to other systems. Names and scopes are Flink's where the meaning is the same.

A function registers its metrics in `open`, as in PyFlink: `runtime_context.get_metrics_group()` has `counter`, `gauge`,
`meter`, `distribution` and `add_group`. Metrics belong to the function's operator: two operators with the same name
have separate metrics. A metric with a name that Pyrite uses itself is not reported, with a warning.

```python spark
from pyrite.datastream import MapFunction, RuntimeContext, StreamExecutionEnvironment


class Lengths(MapFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        group = runtime_context.get_metrics_group().add_group("words")
        self._length = group.distribution("length")

    def map(self, value: str) -> str:
        self._length.update(len(value))
        return value


env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(1)
env.from_collection(["tea", "coffee"]).map(Lengths()).name("lengths").print()
client = env.execute_async()
client.get_job_execution_result().result(60)
metrics = client.get_metrics().result()
print(metrics["0.lengths.words.length"])
print(sorted({metric.name.name for metric in metrics if metric.name.name.startswith("numRecords")}))
```

```text
tea
coffee
{'count': 2, 'sum': 9, 'min': 3, 'max': 6, 'mean': 4.5}
['numRecordsIn', 'numRecordsInPerSecond', 'numRecordsOut', 'numRecordsOutPerSecond']
```

A key of `get_metrics()` is a `MetricId`: the vertex, the subtask, the operator's id and name, and the metric's name
with its kind and groups. As a string it is `subtask.operator.name`, `subtask.name` for a whole task, or `name` for
the job.
"""
ROCKSDB: Final = """## RocksDB

Gauges of each operator with state in RocksDB, enabled by Flink's keys `state.backend.rocksdb.metrics.NAME`, such as
`state.backend.rocksdb.metrics.block-cache-usage`. Each operator has its own database for all of its states.

| metric | |
| --- | --- |"""
SCOPES: Final = {
    MetricScope.JOB: "Metrics of the job, measured by its driver.",
    MetricScope.TASK: "Metrics of each subtask of a vertex as a whole.",
    MetricScope.OPERATOR: "Metrics of each operator in each subtask.",
}


def page() -> str:
    lines = [HEAD]
    for scope, text in SCOPES.items():
        lines += [f"## {scope.value.capitalize()}", "", text, ""]
        lines += ["| metric | kind | unit | |", "| --- | --- | --- | --- |", *_rows(scope), ""]
    lines += [
        ROCKSDB,
        *(f"| `{metric.spec.infix}.{metric.spec.name}` | {metric.spec.description} |" for metric in ROCKSDB_METRICS),
    ]
    return "\n".join([*lines, ""])


def _rows(scope: MetricScope) -> Iterator[str]:
    for metric in ALL_METRICS:
        if metric.scope is scope:
            name = f"{metric.infix}.{metric.name}" if metric.infix else metric.name
            yield f"| `{name}` | {metric.kind.value} | {metric.unit or '-'} | {metric.description} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
