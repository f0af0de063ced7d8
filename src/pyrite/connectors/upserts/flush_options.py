"""Common options of connectors for sending the changes of a table."""

from __future__ import annotations

from typing import Final, Optional

from pyrite.core.config.config_options import ConfigOption, parse_duration_ms, whole_number

FLUSH_ROWS: Final = ConfigOption(
    "sink.buffer-flush.max-rows",
    whole_number(0),
    100,
    "How many changes are buffered before they are written; 0: one block. Checkpoints also write them.",
)
FLUSH_INTERVAL: Final = ConfigOption(
    "sink.buffer-flush.interval", parse_duration_ms, 1000, "The maximum delay of a change; 0: until the next change."
)
SINK_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "sink.parallelism", whole_number(1), None, "The parallelism of the sink; by default the parallelism of its input."
)
