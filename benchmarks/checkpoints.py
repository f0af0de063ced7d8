"""What checkpoints cost, and what they gain: each figure beside another of ours, or PyFlink's, of the same run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from typing import Any

from benchmarks.agreed import agreed
from benchmarks.results import Result
from benchmarks.run import run_json
from benchmarks.throughput import best_of_pyflink, our_rate

_ROCKSDB = ("--set", "state.backend.type=rocksdb")
_KEYED = "keyed_state_100k"
_FEWEST = 6
"""Checkpoints that the shortest run of a slope should have."""


def measure(name: str, seconds: float = 180) -> list[Result]:
    """`seconds`: of each side, where that is not given by the size of the work."""
    if name == "latency_p99_checkpointing":
        return [_delay(name, seconds)]
    return [_MEASURES[name](name)]


def _run(name: str, *arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.checkpoint_runs", name, *arguments]
    return run_json(command)


def _every_second(name: str) -> Result:
    report, rates = _alternating(name, "every_second", "on", "off")
    on, off = (1e9 / rate for rate in rates)
    note = f"{_KEYED}, hashmap, incremental; {_rounds(report, 'on', 'off')}; {_counts(report, 'on')}"
    return Result(name, on, "off", off, unit="ns/record", note=note)


def _signed(name: str) -> Result:
    report, (signed, unsigned) = _alternating(name, "signed", "signed", "unsigned")
    note = (
        f"{_KEYED}, hashmap, incremental, checkpoints every second; {_rounds(report, 'signed', 'unsigned')}; "
        f"{_counts(report, 'signed')}"
    )
    return Result(name, signed, "unsigned", unsigned, note=note)


def _slow_store(name: str) -> Result:
    report, (slow, normal) = _alternating(name, "slow_store", "slow", "normal")
    note = (
        f"{_KEYED}, checkpoints every second; a call takes 10 ms and 10 ms a MB, slow: 100 ms and 100 ms a MB; "
        f"{_rounds(report, 'slow', 'normal')}; {_counts(report, 'normal')}, slow: "
        f"{min(report['checkpoints']['slow'])} to {max(report['checkpoints']['slow'])}"
    )
    return Result(name, slow, "normal_store", normal, note=note)


def _alternating(name: str, kind: str, *sides: str) -> tuple[dict[str, Any], tuple[float, float]]:
    """What the last run says, and the rates of both sides in the rounds of all runs that agree on how they compare."""
    report: list[dict[str, Any]] = []

    def rounds(count: int) -> list[tuple[float, float]]:
        report.append(_run(kind))
        return list(zip(*(report[-1]["rates"][side] for side in sides), strict=True))

    pairs = agreed(name, rounds, 2, lambda made: [first / second for first, second in made])
    return report[-1], (median(pair[0] for pair in pairs), median(pair[1] for pair in pairs))


def _rounds(reported: dict[str, Any], *sides: str) -> str:
    shown = (f"{side} " + ", ".join(f"{rate:,.0f}/s" for rate in reported["rates"][side]) for side in sides)
    return "rounds: " + "; ".join(shown)


def _counts(reported: dict[str, Any], side: str) -> str:
    counts = reported["checkpoints"][side]
    doubt = ", TOO FEW" if min(counts) < _FEWEST else ""
    return f"{min(counts)} to {max(counts)} checkpoints a run ({side}{doubt})"


def _many_keys(name: str) -> Result:
    report = _run("many_keys", "--keys", "5000000", "--backend", name.rpartition("_")[2])
    many, few = report["many"], report["few"]
    for side in (many, few):
        if not side["merges"]:
            raise RuntimeError(f"{name}: no files were merged among {len(side['ms'])} checkpoints")
    parts = (
        f"{keys} keys: {min(side['ms'])} to {max(side['ms'])} ms, frozen in {median(side['sync_ms']):.1f} ms, written "
        f"{median(side['written_bytes']):,.0f} of {side['full_bytes']:,} bytes, {side['merges']} merges in subtasks"
        for keys, side in (("5,000,000", many), ("10,000", few))
    )
    note = f"median of {len(many['ms'])}, 1,000 keys changed in each; " + "; ".join(parts)
    return Result(name, median(many["ms"]), "10k_keys", median(few["ms"]), unit="ms", note=note)


def _backpressured(name: str) -> Result:
    report = _run("backpressured", "--checkpoints", "5")
    unaligned, aligned = (median(report[side]["ms"]) for side in ("unaligned", "aligned"))
    note = "behind 1 ms a record, medians of 5; ms: " + ", ".join(
        f"{side} {report[side]['ms']}, {report[side]['queued_bytes']:,} bytes queued"
        for side in ("unaligned", "aligned")
    )
    return Result(name, unaligned, "aligned", aligned, unit="ms", note=note)


def _slow_function(name: str) -> Result:
    cost_ms = name.rpartition("_")[2].removesuffix("ms")
    run = _run("slow_function", "--checkpoints", "5", "--cost-ms", cost_ms)
    note = f"aligned, every second, parallelism 2; ms: {run['ms']}; a stop took {run['stop_s']:.1f} s"
    return Result(name, median(run["ms"]), "limit", 5000, unit="ms", note=note)


def _delay(name: str, seconds: float) -> Result:
    report = _run("delay", "--seconds", str(seconds))
    on, off = report["on"], report["off"]
    shown = (
        f"{word}: p50 {side['p50_ms']:.1f}, p99.9 {side['p999_ms']:.1f}, most {side['max_ms']:.1f} ms of "
        f"{side['records']:,} records"
        for word, side in (("on", on), ("off", off))
    )
    note = f"1,000 records/s, 100,000 keys, {seconds:.0f} s each, {on['checkpoints']} checkpoints; " + "; ".join(shown)
    return Result(name, on["p99_ms"], "off", off["p99_ms"], unit="ms", note=note)


def _recovery(name: str) -> Result:
    report = _run("recovery", "--keys", "1000000")
    recover, read = (median(report[side]) * 1000 for side in ("recover_s", "read_s"))
    note = (
        "from the driver's sending of Deploy to the first call of process_element, the slower of two tasks, medians; "
        f"{report['files']} files of {report['bytes']} bytes; rounds in s: "
        f"{[round(time_s, 3) for time_s in report['recover_s']]} and "
        f"{[round(time_s, 3) for time_s in report['read_s']]}"
    )
    return Result(name, recover, "read_files", read, unit="ms", note=note)


def _savepoint(name: str) -> Result:
    report = _run("savepoint", "--keys", "1000000", "--rounds", "5")
    taken, written = (median(report[side]) * 1000 for side in ("savepoint_s", "write_s"))
    note = (
        "from the call to the answer, parallelism 2, hashmap; in turn, beside the same job at work, with a plain write "
        "that pickles and syncs a dict in each of two processes; rounds in s: "
        f"{[round(time_s, 3) for time_s in report['savepoint_s']]} and "
        f"{[round(time_s, 3) for time_s in report['write_s']]}; "
        f"a rescale from 2 to 4 paused the job {report['pause_ms']} ms"
    )
    return Result(name, taken, "plain_write", written, unit="ms", note=note)


def _rocksdb(name: str) -> Result:
    rate, rounds = our_rate(_KEYED, *_ROCKSDB)
    pyflink, settings = best_of_pyflink(_KEYED, *_ROCKSDB, tuned_only=True)
    note = f"{settings}; ours: {rounds}"
    return Result(name, rate.per_second, "pyflink", pyflink.per_second, note=note).with_cpu(rate, pyflink)


_MEASURES: dict[str, Callable[[str], Result]] = {
    "checkpoint_every_second": _every_second,
    "checkpoint_5m_keys_hashmap": _many_keys,
    "checkpoint_5m_keys_rocksdb": _many_keys,
    "checkpoint_signed": _signed,
    "checkpoint_slow_store": _slow_store,
    "checkpoint_backpressured_unaligned": _backpressured,
    "checkpoint_slow_function_1ms": _slow_function,
    "checkpoint_slow_function_20ms": _slow_function,
    "checkpoint_slow_function_200ms": _slow_function,
    "recover_1m_keys": _recovery,
    "savepoint_1m": _savepoint,
    "keyed_state_100k_rocksdb": _rocksdb,
}
NAMES = (*_MEASURES, "latency_p99_checkpointing")
