"""`python -m benchmarks.agreement`: that ours and the peers' programs with windows give the same results.

Prints how many results each has, how many records are in them, and the sum of the records' numbers.
"""

from __future__ import annotations

import argparse
from typing import Any

from benchmarks.run import ours, peer


def results(work: str, records: str) -> dict[str, dict[str, Any]]:
    arguments = ("--records", records, "--check")
    return {
        "ours": ours(work, *arguments),
        "bytewax one": peer("bytewax", work, *arguments, "--workers-kind", "one"),
        "bytewax processes": peer("bytewax", work, *arguments, "--workers-kind", "processes"),
        "pyflink thread": peer("pyflink", work, *arguments, "--mode", "thread", "--tuned"),
        "pyflink process": peer("pyflink", work, *arguments, "--mode", "process", "--tuned"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", default="20000", help="PyFlink's sessions take a minute for 100,000")
    records = parser.parse_args().records
    differing = []
    for work in ("tumbling_window", "session_window"):
        entries = results(work, records)
        for side, message in entries.items():
            print(f"{work:<16} {side:<18} {message}", flush=True)
        if any(message != entries["ours"] for message in entries.values()):
            differing.append(work)
    if differing:
        raise SystemExit(f"the results differ: {', '.join(differing)}")


if __name__ == "__main__":
    main()
