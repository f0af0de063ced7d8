"""Windows of ours against windows of ours: what more panes and more live windows cost, and that memory stays flat."""

from __future__ import annotations

from statistics import mean

from benchmarks.results import Result
from benchmarks.run import ours
from benchmarks.throughput import our_rate
from benchmarks.window_works import RECORDS_OF_NEW_KEY

NAMES = ("sliding_10", "live_windows_1m", "window_memory")
_WATCHED = {"new_keys_tumbling": 25_000_000, "new_keys_session": 25_000_000}


def measure(name: str) -> list[Result]:
    if name == "sliding_10":
        return [_costs(name, "sliding_window", "tumbling", "tumbling_window", "10 windows a record")]
    if name == "live_windows_1m":
        return live_windows()
    return [memory(work, records) for work, records in _WATCHED.items()]


def live_windows() -> list[Result]:
    """On Spark. The smaller size makes all pairs too, and both end by firing them: the slope has neither."""
    note = "10 windows of 100,000 keys against 10 of 100"
    return [_costs("live_windows_1m", "live_windows_1m", "live_windows_1k", "live_windows_1k", note)]


def _costs(name: str, work: str, peer_name: str, peer_work: str, note: str) -> Result:
    """Nanoseconds a record of two works of ours, the ratio of their times."""
    rate, _ = our_rate(work)
    peer, _ = our_rate(peer_work)
    result = Result(name, 1e9 / rate.per_second, peer_name, 1e9 / peer.per_second, unit="ns/record", note=note)
    return result.with_cpu(rate, peer)


def memory(work: str, records: int) -> Result:
    """Prints state entries and memory over time; the result is the memory of the last third beside the second's."""
    samples = ours(work, "--records", str(records), "--watch")["samples"]
    print(f"{work}: every key is new, has {RECORDS_OF_NEW_KEY} records and never comes back")
    print(
        f"{'second':>8} {'records':>12} {'keys so far':>12} {'state entries':>14} {'sources MB':>11} {'windows MB':>11}"
    )
    for second, read, entries, sources, windows in samples:
        keys = read / RECORDS_OF_NEW_KEY
        sizes = f"{sources / 2**20:>11.1f} {windows / 2**20:>11.1f}"
        print(f"{second:>8.1f} {read:>12,.0f} {keys:>12,.0f} {entries:>14,.0f} {sizes}")
    third = len(samples) // 3
    parts = (samples[third : 2 * third], samples[2 * third :])
    early, late = (mean(sample[3] + sample[4] for sample in part) / 2**20 for part in parts)
    entries = ", ".join(f"{mean(sample[2] for sample in part):,.0f}" for part in parts)
    note = f"{work}: all tasks, the last third of the run beside the second; state entries in both: {entries}"
    return Result("window_memory", late, "itself", early, unit="MB", note=note)
