"""Options of the JobManager, of its REST endpoint and of the history server. Keys and defaults are Flink's."""

from __future__ import annotations

import re
from typing import Final

from pyrite.core.config.config_options import (
    ConfigOption,
    one_of,
    parse_bool,
    parse_duration_ms,
    parse_memory_bytes,
    whole_number,
)

MAX_PORT: Final = 65535


def parse_retained_jobs(text: str) -> int:
    """Parses the number of retained archives; 0 would delete all of them, so it is an error, as in Flink."""
    number = whole_number(-1)(text)
    if number == 0:
        raise ValueError("Cannot set historyserver.archive.retained-jobs to 0 or less than -1")
    return number


def parse_ports(text: str) -> tuple[int, ...]:
    """Parses a port, a list of ports, ranges of ports, or a combination: `8081`, `8081,8090`, `8081-8090,9000`."""
    ends = [re.fullmatch(r"\s*(\d+)\s*(?:-\s*(\d+)\s*)?", part) for part in text.split(",")]
    ranges = [range(int(end[1]), int(end[2] or end[1]) + 1) for end in ends if end is not None]
    if len(ranges) == len(ends) and all(ports and ports[-1] <= MAX_PORT for ports in ranges):
        return tuple(port for ports in ranges for port in ports)
    raise ValueError("expected a port, or a list or range of ports, such as 8081, '8081,8090' or '8081-8090'")


def parse_names(text: str) -> frozenset[str]:
    """Names that are separated by commas."""
    return frozenset(name for part in text.split(",") if (name := part.strip()))


JAVA_HOME: Final = ConfigOption(
    "env.java.home", str, "", "Java home for Spark; by default JAVA_HOME, then the Java on the PATH."
)

SSH_OPTIONS: Final = ConfigOption(
    "env.ssh.opts", str, "", "Options of ssh, for `pyrite cluster` with several machines, such as '-p 2222'."
)

# The JobManager -------------------------------------------------------------------------------------------------------

JOB_MANAGER_ADDRESS: Final = ConfigOption(
    "jobmanager.rpc.address", str, "localhost", "The host of the JobManager, by which clients and workers reach it."
)
TASK_SLOTS: Final = ConfigOption(
    "taskmanager.numberOfTaskSlots",
    whole_number(1),
    1,
    "Number of slots of a TaskManager: subtasks of an operator that it can run.",
)
DRIVERS_STARTING: Final = ConfigOption(
    "jobmanager.drivers.starting",
    whole_number(1),
    2,
    "Maximum number of background drivers that start at the same time; the others are QUEUED. Not in Flink.",
)
DRIVER_START_TIMEOUT: Final = ConfigOption(
    "jobmanager.drivers.start-timeout",
    parse_duration_ms,
    0,
    "Time within which the program of a background driver must start its job, otherwise the driver is ended. 0: no"
    " limit. Not in Flink.",
)
JOB_STORE_EXPIRATION: Final = ConfigOption(
    "jobstore.expiration-time",
    parse_duration_ms,
    7 * 24 * 3_600_000,
    "Time that the JobManager remembers a finished job, with its logs. In Flink 1 hour.",
)
JOB_STORE_CAPACITY: Final = ConfigOption(
    "jobstore.max-capacity",
    whole_number(0),
    2**31 - 1,
    "Maximum number of finished jobs that the JobManager remembers; the oldest are removed.",
)
ATTEMPTS_HISTORY_SIZE: Final = ConfigOption(
    "jobmanager.execution.attempts-history-size",
    whole_number(0),
    16,
    "Number of previous attempts to remember for each subtask; fewer if the job has more than 125 subtasks.",
    ("job-manager.max-attempts-history-size",),
)
ARCHIVE_DIRECTORY: Final = ConfigOption(
    "jobmanager.archive.fs.dir",
    str,
    "",
    "The folder or URI for archives of finished jobs; by default only the last jobs are kept.",
)

SHUTDOWN_ON_ATTACHED_EXIT: Final = ConfigOption(
    "execution.shutdown-on-attached-exit",
    parse_bool,
    False,
    "Whether a job is canceled when the client that submitted it to a JobManager is interrupted while it waits.",
)

# Flame graphs ---------------------------------------------------------------------------------------------------------

FLAME_GRAPH: Final = ConfigOption(
    "rest.flamegraph.enabled", parse_bool, False, "Whether stacks of tasks are sampled on request."
)
FLAME_GRAPH_CLEANUP: Final = ConfigOption(
    "rest.flamegraph.cleanup-interval", parse_duration_ms, 600_000, "Time after which unused samples are removed."
)
FLAME_GRAPH_REFRESH: Final = ConfigOption(
    "rest.flamegraph.refresh-interval", parse_duration_ms, 60_000, "Age at which samples are refreshed."
)
FLAME_GRAPH_SAMPLES: Final = ConfigOption(
    "rest.flamegraph.num-samples", whole_number(1), 100, "Number of samples of each task."
)
FLAME_GRAPH_DELAY: Final = ConfigOption(
    "rest.flamegraph.delay-between-samples", parse_duration_ms, 50, "Time between two samples of a task."
)
FLAME_GRAPH_DEPTH: Final = ConfigOption(
    "rest.flamegraph.stack-depth", whole_number(1), 100, "Number of innermost frames to keep of a stack."
)

# Tasks and drivers ----------------------------------------------------------------------------------------------------

DRIVER_BIND_HOST: Final = ConfigOption(
    "pyrite.driver.bind-host",
    str,
    "",
    "The address on which a driver listens for its tasks; by default spark.driver.host, on a local master loopback.",
)
DRIVER_BIND_PORT: Final = ConfigOption[tuple[int, ...]](
    "pyrite.driver.bind-port",
    parse_ports,
    (0,),
    "Ports on which a driver listens for its tasks: each attempt of a job, or of a region, takes the first free one. "
    "0: any free port.",
)
TASK_BIND_HOST: Final = ConfigOption(
    "taskmanager.bind-host",
    str,
    "",
    "The address on which the head of an iteration listens for its tail; by default that by which its task reaches "
    "the driver.",
)
TASK_BIND_PORT: Final = ConfigOption[tuple[int, ...]](
    "taskmanager.data.bind-port",
    parse_ports,
    (0,),
    "Ports on which heads of iterations listen for their tails: each takes the first free one. 0: any free port. "
    "Spark's exchange between tasks has no such option.",
)

# REST -----------------------------------------------------------------------------------------------------------------

REST_ADDRESS: Final = ConfigOption(
    "rest.address",
    str,
    "localhost",
    "The host by which clients reach the REST endpoint; by default jobmanager.rpc.address.",
    fallback=JOB_MANAGER_ADDRESS,
)
REST_PORT: Final = ConfigOption(
    "rest.port",
    whole_number(0, MAX_PORT),
    8081,
    "The port by which clients reach the REST endpoint, which listens there if rest.bind-port is not set.",
    ("web.port", "jobmanager.web.port"),
)
REST_BIND_ADDRESS: Final = ConfigOption(
    "rest.bind-address",
    str,
    "localhost",
    "The address on which the REST endpoint listens; 0.0.0.0: all of the machine's. In Flink not set by default.",
    ("web.address", "jobmanager.web.address"),
)
REST_BIND_PORT: Final = ConfigOption[tuple[int, ...]](
    "rest.bind-port",
    parse_ports,
    (8081,),
    "Ports on which the REST endpoint tries to listen, in order: a list, a range such as 8081-8090, or "
    "both; by default rest.port.",
    fallback=ConfigOption[tuple[int, ...]]("rest.port", parse_ports, (8081,), former_keys=REST_PORT.former_keys),
)
REST_MAX_CONTENT_LENGTH: Final = ConfigOption(
    "rest.server.max-content-length",
    parse_memory_bytes,
    100 << 20,
    "Maximum size of a request to the REST endpoint, such as the upload of a program.",
)
UPLOAD_QUOTA: Final = ConfigOption(
    "web.upload.max-total-size", parse_memory_bytes, 1 << 30, "Maximum size of all uploaded programs together."
)
REST_RESULT_LIFETIME: Final = ConfigOption(
    "rest.async.store-duration",
    parse_duration_ms,
    300_000,
    "Time for which the result of an asynchronous request, such as a savepoint, is available.",
)
WEB_SUBMIT: Final = ConfigOption(
    "web.submit.enable",
    parse_bool,
    True,
    "Whether programs can be uploaded and run through REST.",
    ("jobmanager.web.submit.enable",),
)
WEB_CANCEL: Final = ConfigOption(
    "web.cancel.enable", parse_bool, True, "Whether jobs can be canceled from the web dashboard."
)
WEB_RESCALE: Final = ConfigOption(
    "web.rescale.enable", parse_bool, True, "Whether jobs can be rescaled from the web dashboard."
)
WEB_REFRESH_INTERVAL: Final = ConfigOption(
    "web.refresh-interval",
    parse_duration_ms,
    3000,
    "Refresh interval of the web dashboard.",
    ("jobmanager.web.refresh-interval",),
)
WEB_UPLOAD_DIRECTORY: Final = ConfigOption(
    "web.upload.dir",
    str,
    "",
    "Folder of uploaded programs; by default in the JobManager's folder.",
    ("jobmanager.web.upload.dir",),
)
REST_ALLOWED_HOSTS: Final = ConfigOption(
    "rest.server.allowed-hosts",
    str,
    "",
    "Host names, separated by commas, under which clients address the REST server, besides its own and addresses.",
)
WEB_ALLOW_ORIGIN: Final = ConfigOption(
    "web.access-control-allow-origin",
    str,
    "",
    "Origins, separated by commas, whose web pages may read REST responses and change jobs; `*`: all pages may read.",
    ("jobmanager.web.access-control-allow-origin",),
)

# Logs -----------------------------------------------------------------------------------------------------------------

LOG_LEVEL: Final = ConfigOption(
    "env.log.level",
    one_of({level.lower(): level for level in ("DEBUG", "INFO", "WARNING", "ERROR")} | {"warn": "WARNING"}),
    "INFO",
    "Minimum level in the log of a background job: DEBUG, INFO, WARN or ERROR. Errors that end an attempt"
    " are always logged.",
)
LOG_FORMAT: Final = ConfigOption(
    "env.log.format",
    one_of({"text": "text", "json": "json"}),
    "text",
    "Format of a job's log: text, or json with one object on each line. Not in Flink.",
)
LOG_SIZE: Final = ConfigOption(
    "env.log.size", parse_memory_bytes, 100 << 20, "Size at which a new log file begins. Not in Flink."
)
LOG_FILES: Final = ConfigOption("env.log.max", whole_number(1), 10, "Number of older log files to keep.")

# The history server ---------------------------------------------------------------------------------------------------

HISTORY_DIRECTORIES: Final = ConfigOption(
    "historyserver.archive.fs.dir",
    str,
    "",
    "Comma-separated folders or URIs of archives to show in the history server.",
)
HISTORY_REFRESH_INTERVAL: Final = ConfigOption(
    "historyserver.archive.fs.refresh-interval",
    parse_duration_ms,
    10_000,
    "Interval at which the history server looks for new archives.",
)
HISTORY_RETAINED_JOBS: Final = ConfigOption(
    "historyserver.archive.retained-jobs",
    parse_retained_jobs,
    -1,
    "Number of jobs that the history server keeps in each of its folders; older archives are removed. -1: all.",
)
HISTORY_ADDRESS: Final = ConfigOption(
    "historyserver.web.address", str, "localhost", "The address on which the history server listens."
)
HISTORY_PORT: Final = ConfigOption(
    "historyserver.web.port", whole_number(0, MAX_PORT), 8082, "The port on which the history server listens."
)
