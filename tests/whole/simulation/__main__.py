"""`make simulate SEEDS=100000`: random jobs crashed at random steps, in two processes."""

from __future__ import annotations

import argparse
import sys

from tests.whole.simulation.seeds import Failure, run_seeds


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.whole.simulation")
    parser.add_argument("--seeds", type=int, default=5000, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the first one")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--regions", action="store_true", help="jobs of several regions, which restart alone")
    chosen = parser.parse_args()

    def show(done: int, failures: list[Failure]) -> None:
        print(
            f"{done} of {chosen.seeds} seeds, failures {len(failures)} {[f.seed for f in failures[:5]] or ''}",
            flush=True,
        )

    failures = run_seeds(chosen.first, chosen.seeds, chosen.processes, show, chosen.regions)
    for failure in failures:
        print(failure)
    print(f"seeds {chosen.seeds}, failures {len(failures)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
