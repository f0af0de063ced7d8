"""Invocation: the settings of one call of the command line."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import effective_values


@dataclass
class Invocation:
    """Click's context object of a call."""

    script: str = ""
    """The script, once it runs: errors from then on are the script's."""
    pairs: dict[str, str] = field(default_factory=dict)
    """Settings by -D KEY=VALUE."""
    file_settings: dict[str, str] = field(default_factory=dict)
    """Settings of the files that --settings-file names."""
    option_values: dict[str, str] = field(default_factory=dict)
    """Settings by options such as --parallelism."""

    job_manager: str = ""
    """HOST:PORT of the JobManager to use; empty: the drivers are contacted directly."""

    @property
    def settings(self) -> dict[str, str]:
        """All settings of the command line; options take precedence over -D, and -D over files."""
        return {**self.file_settings, **self.pairs, **self.option_values}

    @property
    def configuration(self) -> Configuration:
        """The configuration of a command that runs no program: conf is looked up next to the current folder."""
        return Configuration(effective_values(Path.cwd(), self.settings))
