"""The parent process of a driver: python -m pyrite.control.job_manager.driver_parent FOLDER

Only a parent can observe how a process has ended. This one starts the driver, waits for its end and writes the signal
or exit code into the job's folder, for whichever JobManager runs then. It holds the driver's lock until that is
written. If it is killed itself, the driver keeps running, and the end of the driver is recorded without a signal.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from types import FrameType
from typing import Final, NoReturn, Optional

DRIVER: Final = "pyrite.cli.program.driver"
EXIT: Final = "exit"
"""The file of a job's folder with the end of its last driver."""
_FORWARDED: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def main(path: str) -> int:
    """Runs the driver of a job's folder in a child process; returns the driver's exit code."""
    child = os.fork()
    if child == 0:
        _run_driver(path)

    def forward(number: int, frame: Optional[FrameType]) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, number)

    for number in _FORWARDED:
        signal.signal(number, forward)
    _note_child(child)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with contextlib.suppress(OSError):
        _write_exit(path, child, code)
    return code if code >= 0 else 128 - code


def _run_driver(path: str) -> NoReturn:
    os.setsid()
    os.execv(sys.executable, [sys.executable, "-P", "-m", DRIVER, path])


def _note_child(child: int) -> None:
    """The lock names the driver, not its parent. Files that only the driver needs are closed here."""
    for name, text in os.environ.items():
        if name == "PYRITE_DRIVER_LOCK":
            os.pwrite(int(text), str(child).encode(), 0)
            os.ftruncate(int(text), len(str(child)))
        elif name == "PYRITE_DRIVER_SLOT":
            os.close(int(text))


def _write_exit(path: str, child: int, code: int) -> None:
    name = signal.Signals(-code).name if code < 0 else None
    content = {"process": child, "signal": name, "exit_code": None if code < 0 else code}
    fresh = os.path.join(path, f"{EXIT}.json.{os.getpid()}")  # noqa: PTH118
    with open(fresh, "w") as file:  # noqa: PTH123
        json.dump(content, file)
    os.replace(fresh, os.path.join(path, f"{EXIT}.json"))  # noqa: PTH118, PTH105


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
