"""Tests pass also when they are started in the background, where a shell ignores SIGINT."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
IS_IGNORED = "import signal, sys; sys.exit(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
AS_A_TEST = f"import subprocess, sys, tests.conftest; sys.exit(subprocess.call([sys.executable, '-c', {IS_IGNORED!r}]))"


def in_background(program: str) -> int:
    command = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-c", program]
    return subprocess.run(command, cwd=ROOT, timeout=60).returncode


def test_process_that_a_test_starts_can_be_interrupted() -> None:
    assert in_background(IS_IGNORED) == 1
    assert in_background(AS_A_TEST) == 0
