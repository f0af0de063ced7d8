"""Runs `pyrite` on other machines by ssh. As with Flink, Pyrite is installed there under the same path as here."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Optional

from pyrite.core.config.cluster_options import SSH_OPTIONS
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import effective_values
from pyrite.core.errors import PyriteError

_LONGEST_S: Final = 180.0
_SHOWN_LINES: Final = 5


class RemoteHostError(PyriteError):
    """A command could not be run on another machine, or it failed."""


def run_on(
    host: str, words: Sequence[str], environment: Optional[Mapping[str, str]] = None, standard_input: str = ""
) -> str:
    """Runs `pyrite` on a host, by a login shell, and returns its output. RemoteHostError: the command failed."""
    settings = [f"{name}={shlex.quote(value)}" for name, value in (environment or {}).items()]
    inner = " ".join([*settings, "exec", shlex.join([sys.executable, "-P", "-m", "pyrite.cli.main", *words])])
    options = shlex.split(Configuration(effective_values(Path.cwd())).get(SSH_OPTIONS))
    command = ["ssh", *options, host, "--", f"bash -lc {shlex.quote(inner)}"]
    try:
        done = subprocess.run(
            command, input=standard_input, capture_output=True, text=True, timeout=_LONGEST_S, check=False
        )
    except FileNotFoundError:
        raise RemoteHostError(f"{host} is another machine, but ssh is not installed here") from None
    except subprocess.TimeoutExpired:
        raise RemoteHostError(f"{host} did not answer within {_LONGEST_S:.0f} s: {shlex.join(command)}") from None
    if done.returncode != 0:
        lines = [f"  {line}" for line in (done.stderr or done.stdout).strip().splitlines()[-_SHOWN_LINES:]]
        raise RemoteHostError("\n".join([f"`pyrite {words[0]} {words[1]}` failed on {host}:", *lines]))
    return done.stdout
