"""`make bench`: all measurements, or those of ONLY=name,... Each runs ours and the peers' one after another."""

from __future__ import annotations

import argparse
import sys

from benchmarks import latency, throughput, windows
from benchmarks.results import Result, keep, table

NAMES = (*throughput.WORKS, *windows.NAMES, "latency", "curve")


def _measure(name: str) -> list[Result]:
    if name == "latency":
        return latency.measure()
    return windows.measure(name) if name in windows.NAMES else throughput.measure(name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=",".join(NAMES), help=f"some of: {', '.join(NAMES)}")
    wanted = parser.parse_args().only.split(",")
    unknown = sorted(set(wanted) - set(NAMES))
    if unknown:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(NAMES)}")
    results: list[Result] = []
    for name in wanted:
        print(f"measuring {name}", file=sys.stderr, flush=True)
        if name == "curve":
            print("\n".join(latency.curve()), flush=True)
            continue
        found = _measure(name)
        keep(found)
        results.extend(found)
        for result in found:
            if result.note:
                print(f"  {result.name} against {result.peer_name}: {result.note}", file=sys.stderr)
    if results:
        print(table(results))


if __name__ == "__main__":
    main()
