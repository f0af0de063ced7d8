"""Types that all layers share, with PyFlink's names."""

from pyrite.common.configuration import Configuration
from pyrite.common.job import JobExecutionResult, JobID, JobStatus
from pyrite.common.time import Duration, Time
from pyrite.common.watermark_strategy import TimestampAssigner, WatermarkStrategy

__all__ = [
    "Configuration",
    "Duration",
    "JobExecutionResult",
    "JobID",
    "JobStatus",
    "Time",
    "TimestampAssigner",
    "WatermarkStrategy",
]
