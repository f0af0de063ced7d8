"""Calls that not each POSIX system has are in core/machine.py, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src" / "pyrite"
MACHINE = SOURCE / "core" / "machine.py"
CALLS = re.compile(
    r"""["'b]/proc/|/dev/fd|/sys/|\bprctl\b|fallocate|renameat2|sched_getaffinity|mallopt|SIOCOUTQ|0x5411|SO_PEERCRED"""
    r"""|getpeereid|F_FULLFSYNC|\bos\.f(data)?sync\b|ctypes\.CDLL|os\.(eventfd|memfd_create|pidfd_open|sendfile|splice)"""
)


def test_calls_of_some_systems_only_are_in_one_module() -> None:
    found = {
        f"{path.relative_to(SOURCE)}:{number}: {line.strip()}"
        for path in SOURCE.rglob("*.py")
        if path != MACHINE
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if CALLS.search(line)
    }
    assert found == set()


def test_search_finds_the_calls_of_that_module() -> None:
    assert len(CALLS.findall(MACHINE.read_text())) > 10
