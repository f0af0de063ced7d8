"""DriverProcess: one driver of the job, started by a supervisor, with its log and its descendants."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Optional

from chaos.processes import MARK, Process, processes_with, send_signal
from chaos.run_folder import RunFolder
from pyrite.control.job_directory import FOLDER_VARIABLE

DRIVER_MARK = "PYRITE_CHAOS_DRIVER"
_ROOT = Path(__file__).parents[1]


class DriverProcess:
    """Runs `python -m chaos.job`."""

    def __init__(self, folder: RunFolder, mark: str, index: int) -> None:
        self.index = index
        self.mark = f"{mark}-{index}"
        self.log = folder.logs / f"driver-{index}.log"
        self.begun = time.monotonic()
        spec = folder.root / f"job-{index}.json"
        shutil.copy(folder.spec, spec)  # a copy: a paused driver must not read the next job's
        paths = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH", ""))))
        environment = {
            **os.environ,
            MARK: mark,
            DRIVER_MARK: self.mark,
            "TMPDIR": str(folder.scratch),
            FOLDER_VARIABLE: str(folder.control),
            "PYTHONPATH": paths,
        }
        with self.log.open("wb") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "chaos.job", str(spec)],
                env=environment,
                cwd=folder.root,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def exit_status(self) -> Optional[int]:
        """None while it is alive."""
        return self._process.poll()

    def has_begun(self) -> bool:
        """Whether it owns the job, so that it must not continue after another driver."""
        return b"job 'chaos' starts; " in self.log.read_bytes()

    def signal(self, number: signal.Signals) -> bool:
        return self.exit_status() is None and send_signal(self.pid, number)

    def processes(self) -> dict[int, Process]:
        """All of its live descendants."""
        found = processes_with(self.mark, DRIVER_MARK)
        found.pop(self.pid, None)
        return found

    def last_lines(self, count: int = 40) -> str:
        lines = self.log.read_text(errors="replace").splitlines()
        return "\n".join(f"    {line}" for line in lines[-count:])
