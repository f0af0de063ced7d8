"""Makes an archive of the classes that Spark loads, with which its JVMs start in half the time: for the tests.

usage: share_classes.py FILE (for `java -XX:SharedArchiveFile=FILE`). A Java that cannot make one makes none, and all
runs as well without it.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

_JOBS = """
from pyrite.datastream import RuntimeExecutionMode, StreamExecutionEnvironment

for mode in RuntimeExecutionMode.STREAMING, RuntimeExecutionMode.BATCH:
    env = StreamExecutionEnvironment.get_execution_environment().set_runtime_mode(mode).set_parallelism(2)
    env.from_sequence(1, 100).key_by(lambda number: number % 3).reduce(lambda a, b: a + b).print()
    env.execute()
"""


def main() -> None:
    archive = Path(sys.argv[1]).absolute()
    made = archive.with_suffix(".new")
    sys.stderr.write("making an archive of Spark's classes (half a minute)\n")
    options = {"SPARK_SUBMIT_OPTS": f"-XX:ArchiveClassesAtExit={made} -Xlog:disable"}
    subprocess.run([sys.executable, "-c", _JOBS], env={**os.environ, **options}, capture_output=True, check=True)
    while _is_being_written(made):
        time.sleep(0.2)
    if made.exists():
        made.rename(archive)


def _is_being_written(archive: Path) -> bool:
    """Whether a JVM lives that writes it at its end."""
    option = f"-XX:ArchiveClassesAtExit={archive}".encode()
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if option in command.read_bytes().split(b"\0"):
                return True
    return False


if __name__ == "__main__":
    main()
