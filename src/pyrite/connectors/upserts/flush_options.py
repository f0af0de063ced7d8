"""When the changes of a table are sent: options that several connectors have."""

from __future__ import annotations

from typing import Final, Optional

from pyrite.core.config.config_options import ConfigOption, parse_duration_ms, whole_number

FLUSH_ROWS: Final = ConfigOption(
    "sink.buffer-flush.max-rows",
    whole_number(0),
    100,
    "How many changes are gathered before they are written; 0: those of a block. They are written at checkpoints, too.",
)
FLUSH_INTERVAL: Final = ConfigOption(
    "sink.buffer-flush.interval", parse_duration_ms, 1000, "How long a change waits at most; 0: until the next one."
)
SINK_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "sink.parallelism", whole_number(1), None, "The parallelism of the sink; that of its input if it is not set."
)
