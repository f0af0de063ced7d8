"""Many seeds of a suite, in a test or by command."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable

RunSeed = Callable[[int], tuple[list[str], Counter[str]]]
"""What was wrong with a seed's run, and what happened in it."""


def run_seeds(run_seed: RunSeed, first: int, count: int) -> tuple[list[str], Counter[str]]:
    """Some seeds: what was wrong, and how often what happened."""
    failures: list[str] = []
    happened: Counter[str] = Counter()
    for seed in range(first, first + count):
        faults, counts = run_seed(seed)
        failures += [f"seed {seed}: {fault}" for fault in faults]
        happened.update(counts, runs=1)
    return failures, happened


def main(module: str, run_seed: RunSeed) -> int:
    """python -m MODULE --seeds 2500 --first 0"""
    parser = argparse.ArgumentParser(prog=f"python -m {module}")
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    failures, happened = run_seeds(run_seed, options.first, options.seeds)
    print("\n".join([*failures, f"{len(failures)} failures; {dict(happened)}"]))
    return 1 if failures else 0
