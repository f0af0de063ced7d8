"""WatermarkStrategy: assigns timestamps to a stream's records, and generates its watermarks."""

from pyrite.core.time.watermark_strategy import (
    BoundedOutOfOrderness,
    Generated,
    Marks,
    NoWatermarks,
    TimestampAssigner,
    WatermarkAlignment,
    WatermarkGenerator,
    WatermarkOutput,
    WatermarkStrategy,
    WatermarkTracker,
)

__all__ = [
    "BoundedOutOfOrderness",
    "Generated",
    "Marks",
    "NoWatermarks",
    "TimestampAssigner",
    "WatermarkAlignment",
    "WatermarkGenerator",
    "WatermarkOutput",
    "WatermarkStrategy",
    "WatermarkTracker",
]
