"""Delay from source to sink through two exchanges, ours, PyFlink's and the bare exchange's."""

from __future__ import annotations

import sys
from typing import Any

from benchmarks.rate import slope
from benchmarks.results import Result
from benchmarks.run import ours, peer, run_json

SECONDS = "20"
TIMEOUTS_MS = (0, 1, 3, 10, 30, 100)


def measure() -> list[Result]:
    here = ours("latency", "--seconds", SECONDS)
    bare = bare_exchange(here)
    pyflink = peer("pyflink", "latency", "--seconds", SECONDS)
    note = f"{here['frames_per_second']:.0f} frames/s of {here['frame_bytes']:.0f} bytes"
    return [
        Result("latency_p50", here["p50_ms"], "pyflink", pyflink["p50_ms"], unit="ms"),
        Result("latency_p99", here["p99_ms"], "pyflink", pyflink["p99_ms"], unit="ms"),
        Result("latency_p50", here["p50_ms"], "exchange", bare["p50_ms"], unit="ms", note=note),
    ]


def bare_exchange(like: dict[str, Any]) -> dict[str, Any]:
    """The bare exchange with as many frames of the same size as our run had."""
    frames, size = str(like["frames_per_second"]), str(like["frame_bytes"])
    return run_json(
        [sys.executable, "-m", "benchmarks.bare_exchange", "--frames-per-second", frames, "--frame-bytes", size]
    )


def curve() -> list[str]:
    """The buffer timeout against delay at 1,000 records/s and at full speed's rate."""
    lines = [f"{'timeout ms':>10} {'p50 ms':>8} {'p99 ms':>8} {'frames/s':>9} {'keyed records/s':>16}"]
    for timeout_ms in TIMEOUTS_MS:
        delay = ours("latency", "--seconds", "12", "--buffer-timeout", str(timeout_ms))
        sizes = (1_000_000, 5_000_000)
        run = ours("keyed_state_1k", "--records", "1000000,5000000", "--buffer-timeout", str(timeout_ms))
        rate = slope(sizes, (run["seconds"][0], run["seconds"][1])).per_second
        lines.append(
            f"{timeout_ms:>10} {delay['p50_ms']:>8.1f} {delay['p99_ms']:>8.1f} "
            f"{delay['frames_per_second']:>9.0f} {rate:>16,.0f}"
        )
    return lines
