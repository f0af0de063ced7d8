"""Starts servers of the command line in the background."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import BinaryIO, Final, Optional

SETTINGS_FROM_INPUT: Final = ("--settings-file", "-")
"""Words of a command whose settings come through standard input: every user sees the words of a process."""


def settings_text(settings: Mapping[str, str]) -> str:
    """Settings for the standard input of such a command."""
    return json.dumps(dict(settings))


def start_in_background(
    words: Sequence[str],
    settings: Mapping[str, str],
    output: BinaryIO,
    environment: Optional[Mapping[str, str]] = None,
) -> subprocess.Popen[bytes]:
    """Starts a command of `pyrite` that outlives this process. `settings` are those of its -D."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-u", "-m", "pyrite.cli.main", *words, *SETTINGS_FROM_INPUT],
        env={**os.environ, **(environment or {})},
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=output,
        start_new_session=True,
    )
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError), process.stdin as standard_input:
        standard_input.write(settings_text(settings).encode())
    return process
