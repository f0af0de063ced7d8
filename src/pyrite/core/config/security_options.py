"""Options of who may use REST. Keys are Flink's where Flink has one."""

from __future__ import annotations

from typing import Final

from pyrite.core.config.config_options import ConfigOption, duration_of_at_least, parse_bool

REST_AUTHENTICATION: Final = ConfigOption(
    "rest.authentication.enabled",
    parse_bool,
    True,
    "Whether REST servers ask for a token. Without it, they listen only on loopback, or with client certificates. "
    "Not in Flink.",
)
REST_OPERATE_FILE: Final = ConfigOption(
    "rest.authentication.operate-file",
    str,
    "",
    "File with the token that may change jobs, for servers and for commands with -m; by default one in the "
    "JobManager's folder that the server creates. Not in Flink.",
)
REST_VIEW_FILE: Final = ConfigOption(
    "rest.authentication.view-file",
    str,
    "",
    "File with the token that may only look; by default one in the JobManager's folder. Not in Flink.",
)
REST_SESSION_LIFETIME: Final = ConfigOption(
    "rest.authentication.session-lifetime",
    duration_of_at_least(1000),
    12 * 3_600_000,
    "Time after which a browser without requests must sign in again. Not in Flink.",
)
