"""The options `scan.watermark.*` of tables: when watermarks are emitted, idleness and alignment."""

from __future__ import annotations

from typing import Any, Final, Optional

from pyrite.core.config.config_options import ConfigOption, duration_of_at_least, one_of, parse_duration_ms
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.sql_options import SOURCE_IDLE_TIMEOUT
from pyrite.core.errors import ValidationException
from pyrite.core.time.time import Duration
from pyrite.core.time.watermark_strategy import WatermarkStrategy

ON_EVENT: Final = "on-event"
ON_PERIODIC: Final = "on-periodic"

EMIT_STRATEGY: Final = ConfigOption(
    "scan.watermark.emit.strategy",
    one_of({ON_EVENT: ON_EVENT, ON_PERIODIC: ON_PERIODIC}),
    ON_PERIODIC,
    "Whether watermarks are emitted at pipeline.auto-watermark-interval or after each row that advances them.",
)
ALIGNMENT_GROUP: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "scan.watermark.alignment.group", str, None, "The alignment group of the scan."
)
ALIGNMENT_MAX_DRIFT: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.watermark.alignment.max-drift",
    parse_duration_ms,
    None,
    "Maximum lead of a scan over the slowest one of its group.",
)
ALIGNMENT_UPDATE_INTERVAL: Final = ConfigOption(
    "scan.watermark.alignment.update-interval",
    duration_of_at_least(1),
    1000,
    "Interval at which the watermarks of the group are compared.",
)
IDLE_TIMEOUT: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.watermark.idle-timeout",
    parse_duration_ms,
    None,
    "Time without rows after which a split becomes idle and does not hold back the watermark; 0: never. "
    "The default is table.exec.source.idle-timeout.",
)
WATERMARK_OPTIONS: Final[tuple[ConfigOption[Any], ...]] = (
    EMIT_STRATEGY,
    ALIGNMENT_GROUP,
    ALIGNMENT_MAX_DRIFT,
    ALIGNMENT_UPDATE_INTERVAL,
    IDLE_TIMEOUT,
)


def check_alignment(identifier: str, options: Configuration) -> None:
    """Raises ValidationException, with Flink's message, if only some of the options of alignment are set."""
    group, drift = options.contains(ALIGNMENT_GROUP), options.contains(ALIGNMENT_MAX_DRIFT)
    if (group or drift or options.contains(ALIGNMENT_UPDATE_INTERVAL)) and not (group and drift):
        raise ValidationException(
            f"Error configuring watermark for '{identifier}', '{ALIGNMENT_GROUP.key}' and "
            f"'{ALIGNMENT_MAX_DRIFT.key}' must be set when configuring watermark alignment"
        )


def described_watermarks(options: Configuration) -> list[str]:
    """The options in the format of Flink's plans."""
    idle_ms, group, drift_ms = options.get(IDLE_TIMEOUT), options.get(ALIGNMENT_GROUP), options.get(ALIGNMENT_MAX_DRIFT)
    items = [f"idletimeout=[{idle_ms}]"] if idle_ms else []
    items.append(f"watermarkEmitStrategy=[{options.get(EMIT_STRATEGY)}]")
    if group is not None and drift_ms is not None:
        spans = ", ".join(map(_java_text, (drift_ms, options.get(ALIGNMENT_UPDATE_INTERVAL))))
        items.append(f"watermarkAlignment=[{group}, {spans}]")
    return items


def _java_text(span_ms: int) -> str:
    """A time span in the format of Java's Duration: PT1M30.5S."""
    hours, rest_ms = divmod(span_ms, 3_600_000)
    minutes, rest_ms = divmod(rest_ms, 60_000)
    parts = [(hours, "H"), (minutes, "M"), (f"{rest_ms / 1000:g}" if rest_ms else 0, "S")]
    return "PT" + ("".join(f"{number}{unit}" for number, unit in parts if number) or "0S")


def scan_strategy(options: Configuration, session: Configuration) -> WatermarkStrategy:
    """The idleness and alignment of a scan. Its watermarks are computed from a column."""
    strategy = WatermarkStrategy.no_watermarks()
    idle_ms = options.get(IDLE_TIMEOUT)
    idle_ms = session.get(SOURCE_IDLE_TIMEOUT) if idle_ms is None else idle_ms
    if idle_ms:
        strategy = strategy.with_idleness(Duration.of_millis(idle_ms))
    group, drift_ms = options.get(ALIGNMENT_GROUP), options.get(ALIGNMENT_MAX_DRIFT)
    if group is not None and drift_ms is not None:
        interval = Duration.of_millis(options.get(ALIGNMENT_UPDATE_INTERVAL))
        strategy = strategy.with_watermark_alignment(group, Duration.of_millis(drift_ms), interval)
    return strategy
