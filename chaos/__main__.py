"""The soak: kills a job on Spark again and again, and checks its output at the end.

python -m chaos --faults N [--seed S] [--job cep] [--cluster] [--unaligned] [--backend rocksdb] [--sink kafka] ...
python -m chaos --cycles N [--faults N] ...   also rescales it, and stops and resumes it with savepoints
"""

from __future__ import annotations

import argparse
import math
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Optional

from chaos import report
from chaos.chaos_cluster import ChaosCluster, chaos_cluster
from chaos.checker import Verdict
from chaos.cycles import Cycles
from chaos.faults import CLUSTER_KINDS, LOCAL_KINDS, SERVER_KINDS, FaultKind
from chaos.jobs import JOBS, soaked_job
from chaos.leftovers import leftovers
from chaos.numbers_source import CHUNK
from chaos.processes import kill_all
from chaos.run_folder import JobSpec, RunFolder
from chaos.sinks import SINKS, soaked_sink
from chaos.supervisor import ChaosError, Struck, Supervisor

RATE = 1000.0
_SOON = 0.35
"""The share of faults that strike before the job has recovered from the last one."""
_STRIKE_AFTER_S = (0.5, 6.0)
"""The mean delay of a fault after the start of a cycle: in its middle, or when the job resumes."""
_END_LIMIT_S = 400.0


def parse(words: Optional[list[str]] = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m chaos", description=__doc__)
    parser.add_argument("--faults", type=int, default=None, help="10, or half as many as cycles")
    parser.add_argument("--cycles", type=int, default=0, help="rescale the job, or stop and resume it, so many times")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--unaligned", action="store_true")
    parser.add_argument("--backend", choices=("hashmap", "rocksdb"), default="hashmap")
    parser.add_argument("--job", choices=tuple(JOBS), default="paths", help="the job to run")
    parser.add_argument("--sink", choices=tuple(SINKS), default=None, help="the job's sink")
    parser.add_argument("--kinds", help="only these kinds of faults, separated by commas")
    parser.add_argument("--no-keep", action="store_true", help="add no line to benchmarks/chaos.jsonl")
    options = parser.parse_args(words)
    if options.cycles and options.unaligned:
        parser.error(
            "--cycles goes with aligned checkpoints only: a driver that dies is followed by one with another "
            "parallelism, which cannot take up records in flight"
        )
    job = soaked_job(options.job)
    options.sink = options.sink or job.default_sink
    if job.sinks is not None and options.sink not in job.sinks:
        parser.error(f"--job {options.job} writes to {' or '.join(job.sinks)}")
    if options.faults is None:
        options.faults = math.ceil(options.cycles / 2) if options.cycles else 10
    return options


class Soak:
    """One run."""

    def __init__(self, options: argparse.Namespace, seed: int) -> None:
        self._options = options
        self._seed = seed
        self._choose = random.Random(seed)
        self._mark = f"chaos-{seed}-{time.time_ns()}"
        self._struck: list[str] = []
        self._cycles = 0
        self._pauses_s: list[float] = []
        self._folder = RunFolder(Path(tempfile.mkdtemp(prefix="chaos-")) / "run")
        self._folder.make()
        self._sink = soaked_sink(options.sink, self._folder)
        self._job = soaked_job(options.job)
        kinds: tuple[FaultKind, ...] = CLUSTER_KINDS if options.cluster else LOCAL_KINDS
        if self._sink.has_server:
            kinds += SERVER_KINDS
        names = options.kinds.split(",") if options.kinds else [kind.name for kind in kinds]
        self._kinds = tuple(kind for kind in kinds if kind.name in names)

    def run(self) -> int:
        try:
            with self._cluster() as cluster:
                settings = self._sink.start()
                self._write_spec(cluster, settings, self._job.start(self._folder, RATE, settings))
                supervisor = Supervisor(self._folder, self._mark, cluster, self._choose, self._sink.server)
                try:
                    numbers = self._torment(supervisor)
                except ChaosError:
                    supervisor.ask_for_stacks()
                    raise
                verdict = self._job.check(self._sink.lines(), numbers)
                remains = [*leftovers(self._folder, self._mark, cluster), *self._sink.leftovers()]
        except ChaosError as error:
            return self._failed(str(error))
        finally:
            kill_all(self._mark)
            self._job.stop()
            self._sink.stop()
        report.print_recovery(supervisor.recoveries, supervisor.unharmed)
        return self._judge(verdict, remains, numbers, supervisor)

    @contextmanager
    def _cluster(self) -> Iterator[Optional[ChaosCluster]]:
        if not self._options.cluster:
            yield None
            return
        with chaos_cluster(self._folder.root / "cluster") as cluster:
            yield cluster

    def _write_spec(
        self, cluster: Optional[ChaosCluster], sink_settings: dict[str, str], job_settings: dict[str, str]
    ) -> None:
        settings = {} if cluster is None else dict(cluster.settings)
        if self._options.unaligned:
            settings["execution.checkpointing.unaligned.enabled"] = "true"
        if self._options.backend != "hashmap":
            settings["state.backend.type"] = self._options.backend
        sink, job = self._options.sink, self._options.job
        root = str(self._folder.root)
        spec = JobSpec(root, RATE, settings, job=job, sink=sink, sink_settings=sink_settings, job_settings=job_settings)
        spec.write(self._folder.spec)

    def _torment(self, supervisor: Supervisor) -> int:
        """Injects all faults, lets the job end, with one more fault on the way; returns the number of numbers."""
        begun = time.monotonic()
        supervisor.await_commit()
        if self._options.cycles:
            self._go_round(supervisor)
        while len(self._struck) < self._options.faults:
            struck = self._strike(supervisor)
            if self._choose.random() < _SOON and len(self._struck) < self._options.faults:
                supervisor.rest(self._choose.uniform(0, 4))
            else:
                supervisor.await_recovery(struck)
                supervisor.rest(self._choose.uniform(0, 2))
        numbers = math.ceil((10 + 1.1 * (time.monotonic() - begun)) * RATE / CHUNK) * CHUNK
        self._folder.set_total(numbers)
        supervisor.say(f"{len(self._struck)} faults are done; the source ends at {numbers}")
        supervisor.rest(self._choose.uniform(0, 6))
        last = supervisor.strike(self._kinds)
        if last is not None:
            self._struck.append(last.kind)
        supervisor.await_end(_END_LIMIT_S)
        return numbers

    def _strike(self, supervisor: Supervisor) -> Struck:
        struck = supervisor.strike(self._kinds)
        assert struck is not None, "the job cannot have finished"
        self._struck.append(struck.kind)
        return struck

    def _go_round(self, supervisor: Supervisor) -> None:
        """Runs all cycles, with most of the faults during and between them."""
        cycles = Cycles(supervisor, self._choose)
        while self._cycles < self._options.cycles:
            rest = self._options.cycles - self._cycles
            faults = sum(self._choose.random() < 1 / rest for _ in range(self._options.faults - len(self._struck)))
            cycles.begin()
            for _ in range(faults):
                supervisor.rest(self._choose.expovariate(1 / self._choose.choice(_STRIKE_AFTER_S)))
                self._strike(supervisor)
            self._cycles += cycles.await_end()
            supervisor.rest(self._choose.uniform(0, 2))
        self._pauses_s = cycles.pauses_s
        report.print_cycles(cycles.done, cycles.pauses_s)

    def _failed(self, why: str) -> int:
        print(f"FAILED: {why}\nthe run's files are kept: {self._folder.root}")
        self._keep({"failed": why.splitlines()[0]})
        print(f"{self._counts()}, failed: {why.splitlines()[0]}")
        return 1

    def _judge(self, verdict: Verdict, remains: list[str], numbers: int, supervisor: Supervisor) -> int:
        for line in [*verdict.evidence(), *(f"left behind: {what}" for what in remains)]:
            print(line)
        times = [seconds for _, seconds in supervisor.recoveries]
        found = {"lost": len(verdict.lost), "duplicated": len(verdict.duplicated), "wrong": len(verdict.wrong)}
        more: dict[str, Any] = {"numbers": numbers, "recovery_s": report.distribution(times)}
        if self._pauses_s:
            more["rescale_pause_s"] = report.distribution(self._pauses_s)
        self._keep({**found, **more, **({"left_behind": len(remains)} if remains else {})})
        print(f"kinds: {report.count_kinds(self._struck)}; {numbers} numbers; seed {self._seed}")
        clean = verdict.is_clean and not remains
        if clean:
            shutil.rmtree(self._folder.root.parent, ignore_errors=True)
        else:
            print(f"the run's files are kept: {self._folder.root}")
        print(f"{self._counts()}, {verdict}", flush=True)
        return 0 if clean else 1

    def _counts(self) -> str:
        cycles = f"cycles {self._cycles}, " if self._options.cycles else ""
        return f"{cycles}faults {len(self._struck)}"

    def _keep(self, outcome: dict[str, Any]) -> None:
        if self._options.no_keep:
            return
        variables = {
            "FAULTS": self._options.faults,
            "CLUSTER": int(self._options.cluster),
            "UNALIGNED": int(self._options.unaligned),
            "BACKEND": self._options.backend,
            "JOB": self._options.job,
            "SINK": self._options.sink,
        }
        done = {"faults": len(self._struck)}
        if self._options.cycles:
            variables |= {"RESCALE": 1, "CYCLES": self._options.cycles}
            done = {"cycles": self._cycles, **done}
        report.keep({"variables": variables, "seed": self._seed, **done, **outcome})


def main() -> int:
    options = parse()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 31)
    print(f"seed {seed}", flush=True)
    return Soak(options, seed).run()


if __name__ == "__main__":
    sys.exit(main())
