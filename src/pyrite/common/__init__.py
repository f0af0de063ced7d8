"""Types that all layers share, with PyFlink's names."""

from pyrite.common.bad_records import BadRecord, BadRecords
from pyrite.common.completable_future import CompletableFuture
from pyrite.common.config_options import ConfigOption, ConfigOptions
from pyrite.common.configuration import Configuration
from pyrite.common.execution_config import ExecutionConfig
from pyrite.common.job_client import JobClient
from pyrite.common.job_execution_result import JobExecutionResult
from pyrite.common.job_id import JobID
from pyrite.common.job_status import JobStatus
from pyrite.common.parameter_tool import ParameterTool
from pyrite.common.restart_strategy import RestartStrategies, RestartStrategyConfiguration
from pyrite.common.serialization import (
    ByteArraySchema,
    DeserializationSchema,
    Encoder,
    RowFieldExtractorSchema,
    SerializationSchema,
    SimpleStringSchema,
)
from pyrite.common.serializer import TypeSerializer
from pyrite.common.time import Duration, Instant, Time
from pyrite.common.typeinfo import TypeInformation, Types
from pyrite.common.types import Row, RowKind
from pyrite.common.watermark_strategy import (
    TimestampAssigner,
    WatermarkGenerator,
    WatermarkOutput,
    WatermarkStrategy,
)

__all__ = [
    "BadRecord",
    "BadRecords",
    "ByteArraySchema",
    "CompletableFuture",
    "ConfigOption",
    "ConfigOptions",
    "Configuration",
    "DeserializationSchema",
    "Duration",
    "Encoder",
    "ExecutionConfig",
    "Instant",
    "JobClient",
    "JobExecutionResult",
    "JobID",
    "JobStatus",
    "ParameterTool",
    "RestartStrategies",
    "RestartStrategyConfiguration",
    "Row",
    "RowFieldExtractorSchema",
    "RowKind",
    "SerializationSchema",
    "SimpleStringSchema",
    "Time",
    "TimestampAssigner",
    "TypeInformation",
    "TypeSerializer",
    "Types",
    "WatermarkGenerator",
    "WatermarkOutput",
    "WatermarkStrategy",
]
