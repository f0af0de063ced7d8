"""The log of a job whose driver has no terminal: one file of text or JSON, rotated, with the tasks' logs merged in.

job.log           the log; older parts are job.log.1 and so on
job.out           the output of the driver's program
tasks/<task>.out  the output of a task
spark.log         the output of Spark's JVM
"""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, Final, Optional

from pyrite.core.config.cluster_options import LOG_FILES, LOG_FORMAT, LOG_LEVEL, LOG_SIZE
from pyrite.core.config.configuration import Configuration

LOG: Final = "job.log"
SPARK_LOG: Final = "spark.log"
ERRORS: Final = "pyrite.attempts"
"""The logger of errors that ended attempts, which are logged at any level."""
_LONGEST_NAME: Final = 120
_folder: Optional[Path] = None


@dataclass(frozen=True)
class TaskLogRecord:
    """One record of a task's log, as sent to the driver."""

    created_s: float
    level: int
    logger: str
    message: str
    task: str
    attempt: int
    host: str

    def as_log_record(self) -> logging.LogRecord:
        """The LogRecord to emit in the driver."""
        record = logging.LogRecord(self.logger, self.level, "", 0, self.message, None, None)
        record.created = self.created_s
        record.task, record.attempt, record.host = self.task, self.attempt, self.host
        return record

    def as_text(self) -> str:
        """A line for a terminal, which shows one job only."""
        at = datetime.fromtimestamp(self.created_s).strftime("%Y-%m-%d %H:%M:%S,%f")[:-3]
        return f"{at} {logging.getLevelName(self.level)} {self.logger}: {self.message}\n"


class TextFormatter(logging.Formatter):
    """A line for people. Further lines of a record are indented, so that every record begins with its time."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        task = getattr(record, "task", "")
        where = f" [{task} #{record.attempt} on {record.host}]" if task else ""  # type: ignore[attr-defined]
        text = _message(self, record).replace("\n", "\n    ")
        return f"{at} {record.levelname:5}{where} {record.name}: {text}"


class JsonFormatter(logging.Formatter):
    """One JSON object on a line."""

    def format(self, record: logging.LogRecord) -> str:
        content: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _message(self, record),
        }
        for name in ("task", "attempt", "host"):
            if hasattr(record, name):
                content[name] = getattr(record, name)
        return json.dumps(content, ensure_ascii=False)


def _message(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    """The record's message, followed by its traceback if it has one."""
    trace = formatter.formatException(record.exc_info) if record.exc_info else ""
    return f"{record.getMessage()}\n{trace}" if trace else record.getMessage()


def start_job_log(folder: Path, configuration: Configuration) -> None:
    """Redirects logs and output of this process and of its job's tasks to files in a folder, from this call on."""
    global _folder
    _folder = folder
    (folder / "tasks").mkdir(mode=0o700, exist_ok=True)
    handler = RotatingFileHandler(
        folder / LOG, maxBytes=configuration.get(LOG_SIZE), backupCount=configuration.get(LOG_FILES), encoding="utf-8"
    )
    handler.setFormatter(JsonFormatter() if configuration.get(LOG_FORMAT) == "json" else TextFormatter())
    logging.basicConfig(level=configuration.get(LOG_LEVEL), handlers=[handler], force=True)
    logging.getLogger(ERRORS).setLevel(logging.INFO)


def log_folder() -> Optional[Path]:
    """The folder of this process's log files; None: it logs to the terminal."""
    return _folder


def output_file(folder: Path, task: str) -> Path:
    """The file of a task's output."""
    return folder / "tasks" / f"{re.sub(r'[^A-Za-z0-9.]+', '_', task).strip('_')[-_LONGEST_NAME:] or 'task'}.out"
