"""DescriptorOutput: what is written to descriptors 1 and 2 arrives whole, and takes no disk space for long."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import os, sys, time
from pyrite.runtime.spark.task.descriptor_output import DescriptorOutput

user = os.dup(2)
got = {False: [], True: []}
output = DescriptorOutput(lambda text, to_stderr: got[to_stderr].append(text))
"""


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", PROGRAM + program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_lines_arrive_whole_and_in_order() -> None:
    shown = run("""
for n in range(20000):
    os.write(1, b"%d " % n)
    os.write(1, b"end\\n")
os.write(2, b"no newline")
output.close()
lines = "".join(got[False]).splitlines()
os.write(user, repr((lines == [f"{n} end" for n in range(20000)], got[True])).encode())
""")
    assert shown == "(True, ['no newline'])"


def test_disk_space_of_what_was_read_is_given_back() -> None:
    shown = run("""
line = b"x" * 1023 + b"\\n"
for _ in range(100):
    os.write(1, line * 1024)
    while sum(map(len, got[False])) < os.fstat(1).st_size - (32 << 20):
        time.sleep(0.01)
output.close()
total = sum(map(len, got[False]))
os.write(user, repr((total == 100 << 20, os.fstat(1).st_blocks * 512 < 48 << 20)).encode())
""")
    assert shown == "(True, True)"
