"""Records a second, ours and the peers'."""

from __future__ import annotations

from benchmarks.rate import Rate, Sizes, agreed_rate, slope, slopes
from benchmarks.results import Result
from benchmarks.run import ours, peer

WORKS = ("map_filter", "keyed_state_1k", "keyed_state_100k", "keyed_reduce", "tumbling_window", "session_window")
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
_PEER_ROUNDS = 2
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
    rate, rounds = our_rate(work)
    pyflink, modes = best_of_pyflink(work)
    bytewax, kinds = best_of_bytewax(work)
    return [
        Result(work, rate.per_second, "pyflink", pyflink.per_second, note=f"{modes}; ours: {rounds}").with_cpu(
            rate, pyflink
        ),
        Result(work, rate.per_second, "bytewax", bytewax.per_second, note=f"{kinds}; ours: {rounds}").with_cpu(
            rate, bytewax
        ),
    ]


def our_rate(work: str, *arguments: str) -> tuple[Rate, str]:
    """The median slope of a few rounds in one process, and all of them."""
    sizes = _OURS.get(work, _OURS_KEYED)

    def rounds(count: int) -> list[Rate]:
        run = ours(work, "--records", ",".join(str(size) for size in sizes * count), *arguments)
        return slopes(sizes, run["seconds"], run["cpu_seconds"])

    return agreed_rate(f"{work}, ours", rounds, _ROUNDS)


def peer_rate(name: str, work: str, sizes: Sizes, *arguments: str) -> Rate:
    """The median slope of a few rounds of two processes."""

    def once() -> Rate:
        small, large = (peer(name, work, "--records", str(size), *arguments) for size in sizes)
        seconds = float(small["seconds"]), float(large["seconds"])
        return slope(sizes, seconds, (small["cpu_s"], large["cpu_s"]))

    what = f"{work}, {name} {' '.join(arguments)}".strip()
    return agreed_rate(what, lambda count: [once() for _ in range(count)], _PEER_ROUNDS)[0]


def best_of_pyflink(work: str, *arguments: str, tuned_only: bool = False) -> tuple[Rate, str]:
    """`tuned_only`: leaves out the modes as they are by default, which have never been the best."""
    rates: dict[str, Rate] = {}
    for mode, sizes_of in _PYFLINK_MODES.items():
        if tuned_only and "--tuned" not in mode:
            continue
        sizes = sizes_of.get(work, sizes_of["keyed"])
        rates[" ".join(word.removeprefix("--") for word in mode)] = peer_rate("pyflink", work, sizes, *mode, *arguments)
    return _best(rates)


def best_of_bytewax(work: str) -> tuple[Rate, str]:
    sizes = _BYTEWAX.get(work, _BYTEWAX_KEYED)
    kinds = ("one", "processes")
    return _best({kind: peer_rate("bytewax", work, sizes, "--workers-kind", kind) for kind in kinds})


def _best(rates: dict[str, Rate]) -> tuple[Rate, str]:
    best = max(rates, key=lambda mode: rates[mode].per_second)
    return rates[best], f"{best}; all: " + ", ".join(f"{mode} {rate.per_second:,.0f}/s" for mode, rate in rates.items())
