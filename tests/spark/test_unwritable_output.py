"""Standard output that cannot be written: the job runs on, and the program ends in order."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys

from pyrite.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(1)
env.enable_checkpointing(200)
numbers = env.from_sequence(1, 1000)
numbers.map(lambda n: (print("debug", n), n)[1]).print()
counted = numbers.map(lambda n: 1).key_by(lambda n: 0).sum(0)
print("last", list(counted.execute_and_collect())[-1], file=sys.stderr)
"""


def test_job_finishes_and_reports_once_when_the_reader_of_its_output_has_gone(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, str(script)], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=120)
    os.close(writer)
    assert done.returncode == 0, done.stderr
    assert "last 1000" in done.stderr
    assert done.stderr.count("standard output cannot be written ([Errno 32] Broken pipe)") == 1
    assert "2000 lines of the job could not be written to standard output" in done.stderr
