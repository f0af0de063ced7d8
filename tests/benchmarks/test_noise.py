"""Benchmarks measure again when their rounds disagree, and refuse rather than keep noise."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks.agreed import NoisyError, agreed
from benchmarks.cpu_meter import CpuMeter
from benchmarks.rate import Rate, slope
from benchmarks.results import Result, table
from benchmarks.watched_job import Pair, order, pairs_of

from benchmarks import __main__ as bench
from benchmarks import results, throughput


def scripted(*metrics: float) -> Callable[[int], list[float]]:
    left = list(metrics)
    return lambda count: [left.pop(0) for _ in range(count)]


def test_slope_within_the_noise_is_no_rate() -> None:
    assert math.isnan(slope((10_000, 40_000), (5.0, 5.0)).per_second)
    assert math.isnan(slope((10_000, 40_000), (5.0, 4.0)).per_second)
    assert slope((10_000, 40_000), (5.0, 8.0), (6.0, 9.0)) == Rate(10_000, 100.0)


def test_rounds_that_agree_are_taken_and_a_lone_outlier_is_not() -> None:
    assert agreed("x", scripted(100, 1e12, 105), 3, list) == [100, 105]


def test_rounds_that_disagree_are_measured_again() -> None:
    assert agreed("x", scripted(10, 500, 101, 100, 99, 100), 3, list) == [101, 100, 99, 100]


def test_measurement_that_stays_noisy_is_refused() -> None:
    with pytest.raises(
        NoisyError, match=r"x: the rounds disagree, so there is no result: 1, 10, 100, .* quiet machine"
    ):
        agreed("x", scripted(1, 10, 100, 1e3, 1e4, 1e5, math.nan, 1e7, 1e8), 3, list)


def test_noise_reaches_neither_the_file_of_results_nor_a_good_exit_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(work: str, *arguments: str) -> dict[str, list[float]]:
        return {"seconds": [5.0, 5.0] * 3, "cpu_seconds": [1.0, 1.0] * 3}

    monkeypatch.setattr(results, "FILE", tmp_path / "results.jsonl")
    monkeypatch.setattr(throughput, "ours", run)
    monkeypatch.setattr(sys, "argv", ["bench", "--only", "map_filter"])
    with pytest.raises(SystemExit, match="map_filter, ours: the rounds disagree"):
        bench.main()
    assert not (tmp_path / "results.jsonl").exists()


def test_rates_stand_beside_the_cpu_of_both_sides() -> None:
    result = Result("work", 2e6, "peer", 1e6).with_cpu(Rate(2e6, 0.75), Rate(1e6, 1.5))
    assert table([result]).splitlines()[1].split()[-2:] == ["0.75", "1.50"]


def test_pairs_change_their_order_and_are_compared_each_in_itself() -> None:
    assert order(3) == [False, True, True, False, False, True]
    rates = [Rate(100, 1.0), Rate(80, 1.1), Rate(50, 1.2), Rate(100, 1.0)]
    assert pairs_of(rates, order(2)) == [Pair(rates[0], rates[1]), Pair(rates[3], rates[2])]
    assert [round(pair.time_percent) for pair in pairs_of(rates, order(2))] == [25, 100]
    assert [round(pair.cpu_percent) for pair in pairs_of(rates, order(2))] == [10, 20]


_BUSY = "import time\nwhile time.process_time() < 0.6: pass"
_PARENT = f"""
import signal, subprocess, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
subprocess.Popen([sys.executable, "-c", {_BUSY!r}]).wait()
"""


def test_meter_counts_children_that_nobody_waits_for() -> None:
    with subprocess.Popen([sys.executable, "-c", _PARENT]) as process:
        meter = CpuMeter(process.pid)
    assert 0.45 < meter.stop() < 2
