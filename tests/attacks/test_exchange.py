"""A stranger gets no records from the exchange between tasks, runs no code through it, and is named in the error."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import IO, Optional

import psutil
import pytest

from pyrite.core.config.options import SEAL_FRAMES
from tests.attacks.victim import START_S, Job, loot, needs_root, start, stranger
from tests.attacks.victim import mark as mark
from tests.spark.processes import wait_until

PROGRAM = """
import json
import sys
from pathlib import Path
from pyrite.common import Configuration, WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, RateLimiterStrategy

sys.path.insert(0, {root!r})


def make(number):
    if {forged!r} and number == 40:
        from tests.attacks.forged_frames import forge_rows
        forge_rows(Path({forged!r}))
    return f"account {{number}}"


settings = Configuration(json.loads(Path("settings.json").read_text()))
env = StreamExecutionEnvironment.get_execution_environment(settings).set_parallelism({parallelism})
source = DataGeneratorSource(make, None, RateLimiterStrategy.per_second(20))
accounts = env.from_source(source, WatermarkStrategy.no_watermarks(), "accounts")
accounts.key_by(lambda account: account[-1:]).map(str.upper).key_by(lambda account: account[-1:]).map(str.lower).print()
env.execute("accounts")
"""
SETTINGS = {"restart-strategy.type": "none", "heartbeat.timeout": "6 s"}
UNSEALED = {**SETTINGS, SEAL_FRAMES.key: "false"}
GARBAGE = b"neither a frame nor a claim".hex()


def program(parallelism: int = 2, forged: str = "") -> str:
    root = str(Path(__file__).parents[2])
    return PROGRAM.format(root=root, forged=forged, parallelism=parallelism)


def exchange_ports(jvm: psutil.Process) -> set[int]:
    """The ports at which it listens on all addresses."""
    try:
        listening = [each for each in jvm.net_connections("tcp") if each.status == psutil.CONN_LISTEN]
    except psutil.Error:  # it has ended
        return set()
    return {each.laddr.port for each in listening if each.laddr.ip in ("::", "0.0.0.0")}


def name_ports(job: Job, attack: IO[bytes]) -> None:
    """Tells a stranger each port of the exchange as soon as it is open, as a look into /proc/net does."""
    seen: set[int] = set()
    jvm: Optional[psutil.Process] = None
    while job.process.poll() is None:
        if jvm is None:
            jvm = next(iter(job.jvms()), None)
            continue
        new = exchange_ports(jvm) - seen
        seen |= new
        try:
            attack.write(b"".join(b"%d\n" % port for port in new))
            attack.flush()
        except (OSError, ValueError):  # the attack is over
            return


def stolen_from(job: Job, *garbage: str) -> bytes:
    """What a stranger who takes the places of the job's tasks gets in ten seconds."""
    thief = stranger("exchange_theft.py", "2", "10", *garbage)
    assert thief.stdin is not None
    threading.Thread(target=name_ports, args=(job, thief.stdin), daemon=True).start()
    return loot(thief)


@needs_root
def test_thief_gets_sealed_frames_only_and_is_named(mark: str, tmp_path: Path) -> None:
    job = start(mark, tmp_path, program(), SETTINGS)
    stolen = stolen_from(job)
    assert len(stolen) > 100 and b"account" not in stolen.lower()
    job.await_output("A stranger that reaches the ports of Spark's exchange can take a task's place there")
    assert "ExchangeIntrusionError" in job.output() or "has waited" in job.output()


@pytest.mark.slow
@needs_root
def test_thief_gets_records_of_a_job_without_seals(mark: str, tmp_path: Path) -> None:
    assert b"account" in stolen_from(start(mark, tmp_path, program(), UNSEALED)).lower()


@pytest.mark.slow
@needs_root
def test_garbage_ends_the_job_with_an_error_that_names_a_stranger(mark: str, tmp_path: Path) -> None:
    job = start(mark, tmp_path, program(), SETTINGS)
    stolen_from(job, GARBAGE)
    job.await_output("a stranger has written to a port of Spark's exchange, which ends the job")


def test_forged_frame_runs_no_code_and_is_named(mark: str, tmp_path: Path) -> None:
    forged = tmp_path / "code_has_run"
    job = start(mark, tmp_path, program(1, str(forged)), SETTINGS)
    job.await_output("bytes does not open: a stranger has written to the exchange")
    assert "account 39" in job.output() and not forged.exists()


@pytest.mark.slow
def test_forged_frame_runs_code_in_a_job_without_seals(mark: str, tmp_path: Path) -> None:
    forged = tmp_path / "code_has_run"
    start(mark, tmp_path, program(1, str(forged)), UNSEALED)
    wait_until(forged.exists, START_S, "the code of a forged frame has run")
