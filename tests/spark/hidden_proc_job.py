"""A job whose driver and tasks have no /proc; the JVM, which cannot start without, keeps it.

python -m tests.spark.hidden_proc_job FOLDER
"""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

from pyrite.common import Configuration
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.spark.session.session import get_session

_CLONE_NEWNS = 0x20000
_PRIVATE_AND_BELOW = 0x44000
_PYTHON = """#!/bin/sh
exec unshare --mount sh -c 'mount -t tmpfs hidden /proc && exec {} "$@"' sh "$@"
"""


def hide_proc() -> None:
    """Puts an empty folder over /proc, for this process and its children only."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWNS) or libc.mount(b"none", b"/", None, _PRIVATE_AND_BELOW, None):
        raise OSError(ctypes.get_errno(), "no mount namespace")
    if libc.mount(b"hidden", b"/proc", b"tmpfs", 0, None):
        raise OSError(ctypes.get_errno(), "no mount")


def is_hidden() -> bool:
    return not Path("/proc/self").exists()


def main(folder: Path) -> None:
    python = folder / "python"
    python.write_text(_PYTHON.format(sys.executable))
    python.chmod(0o700)
    settings = {
        "spark.master": "local[2]",
        "parallelism.default": "2",
        "python.executable": str(python),
        "execution.checkpointing.interval": "100 ms",
        "execution.checkpointing.dir": (folder / "checkpoints").as_uri(),
    }
    configuration = Configuration(settings)
    get_session(configuration)
    hide_proc()
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    numbers = env.from_sequence(1, 1000).map(lambda n: (n % 3, n, is_hidden()))
    totals = numbers.key_by(lambda record: record[0]).reduce(lambda a, b: (a[0], a[1] + b[1], a[2] and b[2]))
    with totals.execute_and_collect() as results:
        last = {record[0]: record[1:] for record in results}
    print(f"driver {is_hidden()}, tasks {sorted(last.items())}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
