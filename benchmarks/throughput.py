"""Records a second, ours and the peers'."""

from __future__ import annotations

from statistics import median

from benchmarks.results import Result
from benchmarks.run import ours, peer, slope

WORKS = ("map_filter", "keyed_state_1k", "keyed_state_100k", "keyed_reduce", "tumbling_window", "session_window")
Sizes = tuple[int, int]
_OURS: dict[str, Sizes] = {
    "map_filter": (20_000_000, 120_000_000),
    "tumbling_window": (2_000_000, 8_000_000),
    "session_window": (2_000_000, 8_000_000),
    "sliding_window": (1_000_000, 5_000_000),
    "live_windows_1m": (2_000_000, 6_000_000),
    "live_windows_1k": (2_000_000, 6_000_000),
}
_OURS_KEYED = (2_000_000, 12_000_000)
_BYTEWAX: dict[str, Sizes] = {
    "map_filter": (5_000_000, 30_000_000),
    "tumbling_window": (300_000, 1_500_000),
    "session_window": (300_000, 1_500_000),
}
_BYTEWAX_KEYED = (1_000_000, 6_000_000)
_ROUNDS = 3
_PYFLINK_MODES: dict[tuple[str, ...], dict[str, Sizes]] = {
    ("--mode", "process"): {
        "map_filter": (100_000, 600_000),
        "keyed": (10_000, 40_000),
        "session_window": (2_000, 10_000),
    },
    ("--mode", "process", "--tuned"): {
        "map_filter": (200_000, 1_200_000),
        "keyed": (300_000, 900_000),
        "tumbling_window": (100_000, 400_000),
        "session_window": (5_000, 20_000),
    },
    ("--mode", "thread"): {
        "map_filter": (200_000, 1_000_000),
        "keyed": (50_000, 200_000),
        "session_window": (20_000, 80_000),
    },
    ("--mode", "thread", "--tuned"): {
        "map_filter": (300_000, 1_500_000),
        "keyed": (150_000, 600_000),
        "tumbling_window": (100_000, 400_000),
        "session_window": (40_000, 160_000),
    },
}
"""PyFlink's modes, each with sizes that take it some seconds; a new key is dear in tuned process mode."""


def measure(work: str) -> list[Result]:
    """One work, against both peers' best."""
    rate = our_rate(work)
    pyflink, settings = best_of_pyflink(work)
    bytewax, kind = best_of_bytewax(work)
    return [
        Result(work, rate, "pyflink", pyflink, note=settings),
        Result(work, rate, "bytewax", bytewax, note=kind),
    ]


def our_rate(work: str, *arguments: str) -> float:
    """The median slope of a few rounds in one process."""
    sizes = _OURS.get(work, _OURS_KEYED)
    seconds = ours(work, "--records", ",".join(str(size) for size in sizes * _ROUNDS), *arguments)["seconds"]
    return median(slope(sizes, (seconds[i], seconds[i + 1])) for i in range(0, 2 * _ROUNDS, 2))


def best_of_pyflink(work: str, *arguments: str, tuned_only: bool = False) -> tuple[float, str]:
    """`tuned_only`: leaves out the modes as they are by default, which have never been the best."""
    rates: dict[str, float] = {}
    for mode, sizes_of in _PYFLINK_MODES.items():
        if tuned_only and "--tuned" not in mode:
            continue
        sizes = sizes_of.get(work, sizes_of["keyed"])
        small, large = (float(peer("pyflink", work, "--records", str(n), *mode, *arguments)["seconds"]) for n in sizes)
        rates[" ".join(word.removeprefix("--") for word in mode)] = slope(sizes, (small, large))
    best = max(rates, key=lambda mode: rates[mode])
    return rates[best], f"{best}; all: " + ", ".join(f"{mode} {rate:,.0f}/s" for mode, rate in rates.items())


def best_of_bytewax(work: str) -> tuple[float, str]:
    sizes = _BYTEWAX.get(work, _BYTEWAX_KEYED)
    rates: dict[str, float] = {}
    for kind in ("one", "processes"):
        runs = (peer("bytewax", work, "--records", str(n), "--workers-kind", kind) for n in sizes)
        small, large = (float(run["seconds"]) for run in runs)
        rates[kind] = slope(sizes, (small, large))
    best = max(rates, key=lambda kind: rates[kind])
    return rates[best], ", ".join(f"{kind} {rate:,.0f}/s" for kind, rate in rates.items())
