"""The time to the first result: a word count of five lines, from `python words.py` to the prompt, ours and PyFlink's.

`python -m benchmarks.hello_world` runs ours three times in one process and prints the seconds of each `execute()`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.agreed import agreed
from benchmarks.cpu_meter import CpuMeter
from benchmarks.results import Result
from benchmarks.run import ROOT, peer_python, run_json
from pyrite.storage.private_folder import user_cache

NAME = "hello_world"
_ROUNDS = 3
_ARCHIVE_S = 180.0
_LINES = 10


@dataclass(frozen=True)
class Run:
    """One run of a program, from its start to the prompt; CPU of all its processes until then."""

    seconds: float
    cpu_s: float


def measure() -> list[Result]:
    programs = {
        "ours": [sys.executable, str(ROOT / "benchmarks" / "programs" / "words.py")],
        "pyflink": [str(peer_python("pyflink")), str(ROOT / "benchmarks" / "peers" / "pyflink_words.py")],
    }
    for command in programs.values():
        run(command)  # the first use of each: files come into memory, and our archive is made
    _wait_for_archive()

    def rounds(count: int) -> list[dict[str, Run]]:
        return [{side: run(command) for side, command in programs.items()} for _ in range(count)]

    runs = agreed(NAME, rounds, _ROUNDS, lambda made: [one["ours"].seconds / one["pyflink"].seconds for one in made])
    ours, pyflink = (median(one[side].seconds for one in runs) for side in programs)
    cpu = [median(one[side].cpu_s for one in runs) for side in programs]
    report = ", ".join(f"{one['ours'].seconds:.1f} and {one['pyflink'].seconds:.1f} s" for one in runs)
    note = f"CPU {cpu[0]:.1f} and {cpu[1]:.1f} s; rounds: {report}"
    later = run_json([sys.executable, "-m", "benchmarks.hello_world"])["seconds"]
    each = f"each execute() of one process: {', '.join(f'{seconds:.2f}' for seconds in later)} s"
    return [
        Result(NAME, ours, "pyflink", pyflink, unit="s", note=note),
        Result("second_execute", later[1], "limit", 1.0, unit="s", note=each),
    ]


def run(command: list[str]) -> Run:
    """As in a shell in which the interpreter's environment is activated: PyFlink looks for `python` there."""
    environment = os.environ | {"PATH": f"{Path(command[0]).parent}{os.pathsep}{os.environ['PATH']}"}
    begun = time.monotonic()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        meter = CpuMeter(program.pid)
        said, errors = program.communicate(timeout=300)
        seconds = time.monotonic() - begun
    if program.returncode != 0 or len(said.splitlines()) != _LINES:
        raise RuntimeError(f"{' '.join(command)} failed ({program.returncode}): {said}{errors[-2000:]}")
    return Run(seconds, meter.stop())


def _wait_for_archive() -> None:
    """Until nothing makes an archive of classes in the background."""
    cache, until = user_cache(), time.monotonic() + _ARCHIVE_S
    while cache is not None and list(Path(cache).glob("*.classes")) and time.monotonic() < until:
        time.sleep(0.5)


def main() -> None:
    from pyrite.datastream import StreamExecutionEnvironment

    env = StreamExecutionEnvironment.get_execution_environment()
    seconds = []
    for _ in range(3):
        words = env.from_collection(["to be or not to be", "that is the question"]).flat_map(str.split)
        counted = words.map(lambda word: (word, 1)).key_by(lambda pair: pair[0])
        counted.reduce(lambda a, b: (a[0], a[1] + b[1])).print()
        begun = time.monotonic()
        env.execute()
        seconds.append(time.monotonic() - begun)
    print(json.dumps({"seconds": seconds}))


if __name__ == "__main__":
    main()
