"""RecordContext: the context of a sink function's calls."""

from __future__ import annotations

from pyrite.core.clock import Clock
from pyrite.core.functions.sink_function import SinkContext
from pyrite.core.time.time import MIN_WATERMARK, NO_TIMESTAMP


class RecordContext(SinkContext):
    """The context of one operator's calls; the operator updates it for each record."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.time = NO_TIMESTAMP
        self.watermark_ms = MIN_WATERMARK

    def timestamp(self) -> int:
        return self.time

    def current_processing_time(self) -> int:
        return self._clock.now_ms()

    def current_watermark(self) -> int:
        return self.watermark_ms
