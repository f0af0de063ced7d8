"""WatermarkStrategy: how a stream's records get their timestamps and how event time moves on."""

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
