"""A JobManager in a process of its own, for measurements."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.run import ROOT


def headers_of(env: dict[str, str]) -> dict[str, str]:
    """The headers that prove the role operate to a JobManager in an environment."""
    token = Path(env["PYRITE_JOBMANAGER_DIR"], "tokens", "operate").read_text().strip()
    return {"Authorization": f"Bearer {token}"}


@contextlib.contextmanager
def job_manager() -> Iterator[tuple[str, int, dict[str, str]]]:
    """A JobManager in folders of its own: its address, its process, and the environment of its jobs."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "PYRITE_JOBMANAGER_DIR": f"{folder}/manager", "PYRITE_CONTROL_DIR": f"{folder}/control"}
        Path(env["PYRITE_CONTROL_DIR"]).mkdir(0o700)
        command = [sys.executable, "-u", "-m", "pyrite.cli.main", "jobmanager", "start-foreground", "127.0.0.1", "0"]
        process = subprocess.Popen(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            assert process.stdout is not None
            address = re.search(rb"http://[^ \n]+", process.stdout.readline())
            assert address is not None, "the JobManager did not start"
            yield address[0].decode(), process.pid, env
        finally:
            process.send_signal(signal.SIGCONT)
            process.terminate()
            process.wait(30)
            process.communicate()
