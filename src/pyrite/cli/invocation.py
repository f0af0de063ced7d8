"""Invocation: what one call of the command line has gathered."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import effective_values


@dataclass
class Invocation:
    """Click's context object of a call."""

    script: str = ""
    """The script that runs, once it does: errors from then on are the script's."""
    pairs: dict[str, str] = field(default_factory=dict)
    """Settings given as -D KEY=VALUE."""
    named: dict[str, str] = field(default_factory=dict)
    """Settings given by options of their own."""

    job_manager: str = ""
    """HOST:PORT of the JobManager that is asked; empty: drivers are asked themselves."""

    @property
    def settings(self) -> dict[str, str]:
        """All settings of the command line; an option of its own counts before -D."""
        return {**self.pairs, **self.named}

    @property
    def configuration(self) -> Configuration:
        """The configuration of a command that runs no program: beside it is the current folder."""
        return Configuration(effective_values(Path.cwd(), self.settings))
