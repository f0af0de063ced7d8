"""The end of a program that `python` runs, in a process of its own, with jobs that need no Spark."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import atexit, os, sys, threading, time
from pyrite.graph.executor import current_context
from tests.graph.test_program_jobs import Job

atexit.register(lambda: print("at exit", flush=True))
job = Job()


def start(delay_s=0.3, fails=False):
    current_context().jobs.add(job)
    threading.Timer(delay_s, job.fail if fails else job.end).start()


def start_endless():
    current_context().jobs.add(job)
"""
WAITS = "the program has ended, and waits for job 'words' (abc123); Ctrl-C cancels it\n"


def run(tmp_path: Path, text: str, *options: str, typed: str = "") -> tuple[int, str, str]:
    """Runs a program; returns its exit code and what it has written to both streams."""
    (tmp_path / "job.py").write_text(PROGRAM + text)
    done = subprocess.run(
        [sys.executable, *options, str(tmp_path / "job.py")],
        capture_output=True,
        text=True,
        input=typed,
        timeout=60,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
    )
    return done.returncode, done.stdout, re.sub(r'(?m)^(Traceback|  File "| {4}).*\n', "", done.stderr)


@pytest.mark.parametrize(
    "end",
    [
        "",
        "sys.exit(0)",
        "raise SystemExit()",
        "try: sys.exit(3)\nexcept SystemExit: pass",
        "try: raise ValueError()\nexcept ValueError: pass",
    ],
)
def test_program_that_ends_well_waits_for_its_job(tmp_path: Path, end: str) -> None:
    assert run(tmp_path, f"start()\n{end}") == (0, "at exit\n", WAITS)


def test_job_that_has_ended_is_not_waited_for(tmp_path: Path) -> None:
    assert run(tmp_path, "start(0)\ntime.sleep(0.3)") == (0, "at exit\n", "")


@pytest.mark.parametrize("fails_later", [True, False])
def test_job_that_fails_makes_the_exit_code_1(tmp_path: Path, fails_later: bool) -> None:
    code, out, err = run(tmp_path, "start(0.3, fails=True)" if fails_later else "start(0, fails=True)\ntime.sleep(0.3)")
    assert (code, out) == (1, "at exit\n")
    failure = "pyrite.core.errors.JobExecutionError: job 'words' failed: no such table\n"
    assert err == (WAITS if fails_later else "") + failure


@pytest.mark.parametrize(
    ("end", "code", "why"),
    [
        ("raise ValueError('mine')", 1, "the program has failed"),
        ("sys.exit(3)", 3, "the program has exited with 3"),
        ("sys.exit('no input')", 1, "the program has exited with 'no input'"),
        ("raise KeyboardInterrupt", -signal.SIGINT, "the program was interrupted"),
    ],
)
def test_program_that_fails_cancels_its_job(tmp_path: Path, end: str, code: int, why: str) -> None:
    actual, _, err = run(tmp_path, f"start_endless()\n{end}")
    assert (actual, err.splitlines()[-1]) == (code, f"canceling job 'words' (abc123): {why}")


def test_interrupt_cancels_the_job_that_is_waited_for(tmp_path: Path) -> None:
    interrupt = "threading.Timer(0.5, lambda: os.kill(os.getpid(), 2)).start()"
    assert run(tmp_path, f"start_endless()\n{interrupt}") == (130, "at exit\n", WAITS + "the job was canceled\n")


def test_sigterm_suspends_the_job_that_is_waited_for(tmp_path: Path) -> None:
    terminate = "threading.Timer(0.5, lambda: os.kill(os.getpid(), 15)).start()"
    code, out, err = run(tmp_path, f"start_endless()\n{terminate}")
    assert (code, out, err) == (143, "at exit\n", WAITS + "SIGTERM: job 'words' is suspended\n")


def test_interactive_interpreter_cancels_its_job(tmp_path: Path) -> None:
    code, out, err = run(tmp_path, "start_endless()", "-i", typed="print(1 + 1)\n")
    assert (code, out) == (0, "2\nat exit\n")
    assert err.endswith("canceling job 'words' (abc123): the interpreter ends\n")


def test_thread_that_waits_for_the_job_does_not_keep_a_failed_program(tmp_path: Path) -> None:
    thread = "threading.Thread(target=job.finished.exception).start()"
    code, _, err = run(tmp_path, f"start_endless()\n{thread}\nraise ValueError('mine')")
    assert (code, err.splitlines()[-1]) == (1, "canceling job 'words' (abc123): the program has failed")


def test_job_that_a_thread_starts_after_the_last_line_is_waited_for(tmp_path: Path) -> None:
    late = "def late():\n    time.sleep(0.5)\n    start(0.3)\n    print('started', flush=True)\n"
    code, out, err = run(tmp_path, f"{late}threading.Thread(target=late).start()")
    assert (code, out) == (0, "started\nat exit\n")
    assert err == WAITS.replace("; Ctrl-C cancels it", "")


def test_fork_of_the_program_has_no_jobs(tmp_path: Path) -> None:
    fork = "if os.fork() == 0:\n    sys.exit(0)\nprint(os.wait()[1], flush=True)"
    assert run(tmp_path, f"start_endless()\n{fork}\njob.end()")[:2] == (0, "at exit\n0\nat exit\n")
