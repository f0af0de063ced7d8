"""Options of metrics and their reporters; the options of a single reporter are in reporter_options.py."""

from __future__ import annotations

from typing import Final

from pyrite.core.config.config_options import ConfigOption, one_of, parse_duration_ms, parse_list, whole_number
from pyrite.core.config.configuration import Configuration

REPORTER_PREFIX: Final = "metrics.reporter."
_TLS_PREFIXES: Final = ("security.ssl.", "pyrite.security.ssl.")
REPORTERS: Final = ConfigOption[list[str]](
    "metrics.reporters",
    parse_list,
    [],
    "The names of the reporters to start; by default all with a metrics.reporter.NAME.factory.class.",
)

LATENCY_INTERVAL: Final = ConfigOption(
    "metrics.latency.interval",
    parse_duration_ms,
    0,
    "Interval at which each source sends latency markers; 0: never.",
)
LATENCY_GRANULARITY: Final = ConfigOption(
    "metrics.latency.granularity",
    one_of({word: word for word in ("single", "operator", "subtask")}),
    "operator",
    "Granularity of latency metrics: all sources together, each source, or each subtask of each source.",
)
LATENCY_HISTORY: Final = ConfigOption(
    "metrics.latency.history-size", whole_number(1), 128, "Number of markers in the statistics of a latency metric."
)


def reporter_settings(configuration: Configuration) -> dict[str, Configuration]:
    """The settings of each configured reporter, by its name: its own without the prefix of their keys, and of TLS."""
    settings: dict[str, Configuration] = {}
    values = configuration.to_dict()
    for key, value in values.items():
        name, _, own = key.removeprefix(REPORTER_PREFIX).partition(".")
        if key.startswith(REPORTER_PREFIX) and own:
            settings.setdefault(name, Configuration()).set_string(own, value)
    names = configuration.get(REPORTERS) if configuration.contains(REPORTERS) else sorted(settings)
    of_tls = Configuration({key: value for key, value in values.items() if key.startswith(_TLS_PREFIXES)})
    return {name: settings.get(name, Configuration()).add_all(of_tls) for name in names}
