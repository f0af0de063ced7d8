"""Record how Flink divides the memory of its processes, for tests/core/config/memory.

    .peers/pyflink/bin/python benchmarks/peers/record_memory.py FILE

FILE is question and answer in one. A line `jobmanager` or `taskmanager` begins a case; below it are lines of options,
`key: value`, with the prefix `jobmanager.memory.` or `taskmanager.memory.` left out unless they begin with `/`. The
script writes `= ` and the parts in bytes, or `! ` and the sentence of the error. Asked are the
classes behind BashJavaUtils, which Flink's start scripts use.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JJavaError
from pyflink.java_gateway import get_gateway


def jvm() -> Any:
    return get_gateway().jvm


def parts(role: str, options: dict[str, str]) -> str:
    configuration = jvm().org.apache.flink.configuration.Configuration()
    for key, value in options.items():
        configuration.setString(key, value)
    runtime = jvm().org.apache.flink.runtime
    try:
        if role == "jobmanager":
            spec = runtime.jobmanager.JobManagerProcessUtils.processSpecFromConfig(configuration)
            shown = runtime.jobmanager.JobManagerProcessUtils.generateDynamicConfigsStr(spec)
        else:
            utils = runtime.clusterframework.TaskExecutorProcessUtils
            spec = utils.processSpecFromConfig(configuration)
            shown = utils.generateDynamicConfigsStr(spec)
    except Py4JJavaError as error:
        return f"! {error.java_exception.getMessage()}"
    words = [word for word in shown.split() if word.startswith(f"{role}.memory.")]
    total = spec.getTotalProcessMemorySize().getBytes()
    return "= " + " ".join([f"total={total}", *sorted(word.removeprefix(f"{role}.memory.") for word in words)])


def main() -> None:
    path = Path(sys.argv[1])
    lines: list[str] = []
    role, options = "", {}
    for line in [*path.read_text().splitlines(), ""]:
        if line.startswith(("= ", "! ")):
            continue
        if not line.strip() and role:
            lines.append(parts(role, options))
            role, options = "", {}
        elif line in ("jobmanager", "taskmanager"):
            role = line
        elif line and not line.startswith("#"):
            key, _, value = line.partition(": ")
            options[key.removeprefix("/") if key.startswith("/") else f"{role}.memory.{key}"] = value
        lines.append(line)
    path.write_text("\n".join(lines).rstrip("\n") + "\n")


if __name__ == "__main__":
    main()
