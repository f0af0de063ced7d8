"""The log of a job whose driver has no terminal."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from pyrite.core.config.configuration import Configuration


def log_to(folder: Path, configuration: Configuration) -> None:
    """From here on, what this process logs goes to `job.log` in a folder."""
    handler = RotatingFileHandler(folder / "job.log", maxBytes=100 << 20, backupCount=10, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
