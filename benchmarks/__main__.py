"""`make bench`: all measurements, or those of ONLY=name,... Each runs ours and the peers' one after another."""

from __future__ import annotations

import argparse
import sys

from benchmarks import (
    async_io,
    async_works,
    cep,
    checkpoints,
    control_connections,
    delta_iteration,
    file_sink,
    hello_world,
    job_manager_costs,
    kafka_exactly_once,
    kafka_map,
    latency,
    many_splits,
    metric_reporters,
    sealed_frames,
    snapshot_slices,
    sql,
    sql_kafka,
    structured_streaming,
    throughput,
    windows,
)
from benchmarks.agreed import NoisyError
from benchmarks.results import Result, keep, table

ALONE = {
    async_works.NAME: async_io.measure,
    cep.NAME: cep.measure,
    control_connections.NAME: control_connections.measure,
    delta_iteration.NAME: delta_iteration.measure,
    file_sink.NAME: file_sink.measure,
    hello_world.NAME: hello_world.measure,
    job_manager_costs.NAME: job_manager_costs.measure,
    kafka_exactly_once.NAME: kafka_exactly_once.measure,
    kafka_map.NAME: kafka_map.measure,
    "latency": latency.measure,
    **many_splits.MEASURES,
    metric_reporters.NAME: metric_reporters.measure,
    sealed_frames.NAME: sealed_frames.measure,
    **snapshot_slices.MEASURES,
    **sql.MEASURES,
    sql_kafka.NAME: sql_kafka.measure,
    structured_streaming.NAME: structured_streaming.measure,
}
"""Measurements with a module of their own."""
NAMES = (*throughput.WORKS, *windows.NAMES, *checkpoints.NAMES, *ALONE, "curve")


def _measure(name: str, seconds: float) -> list[Result]:
    if name in ALONE:
        return ALONE[name]()
    if name in checkpoints.NAMES:
        return checkpoints.measure(name, seconds)
    return windows.measure(name) if name in windows.NAMES else throughput.measure(name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=",".join(NAMES), help=f"some of: {', '.join(NAMES)}")
    parser.add_argument("--seconds", type=float, default=180, help="of each side of latency_p99_checkpointing")
    parser.add_argument("--dry", action="store_true", help="keep no results")
    options = parser.parse_args()
    wanted = options.only.split(",")
    unknown = sorted(set(wanted) - set(NAMES))
    if unknown:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(NAMES)}")
    results: list[Result] = []
    refused: list[str] = []
    for name in wanted:
        print(f"measuring {name}", file=sys.stderr, flush=True)
        if name == "curve":
            print("\n".join(latency.curve()), flush=True)
            continue
        try:
            measured = _measure(name, options.seconds)
        except NoisyError as error:
            refused.append(str(error))
            continue
        if not options.dry:
            keep(measured)
        results.extend(measured)
        for result in measured:
            if result.note:
                print(f"  {result.name} against {result.peer_name}: {result.note}", file=sys.stderr)
    if results:
        print(table(results))
    if refused:
        raise SystemExit("\n".join(refused))


if __name__ == "__main__":
    main()
