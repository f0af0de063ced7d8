"""Types that all layers share, with PyFlink's names."""

from pyrite.core.config.config_options import ConfigOption, ConfigOptions
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.execution_config import ExecutionConfig
from pyrite.core.config.parameter_tool import ParameterTool
from pyrite.core.config.restart_strategy import RestartStrategies, RestartStrategyConfiguration
from pyrite.core.connector.bad_records import BadRecord, BadRecords
from pyrite.core.connector.serialization import (
    ByteArraySchema,
    DeserializationSchema,
    Encoder,
    RowFieldExtractorSchema,
    SerializationSchema,
    SimpleStringSchema,
)
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_client import JobClient
from pyrite.core.job.job_execution_result import JobExecutionResult
from pyrite.core.job.job_id import JobID
from pyrite.core.job.job_status import JobStatus
from pyrite.core.time.time import Duration, Instant, Time
from pyrite.core.time.watermark_strategy import (
    TimestampAssigner,
    WatermarkGenerator,
    WatermarkOutput,
    WatermarkStrategy,
)
from pyrite.core.types.rows import Row, RowKind
from pyrite.core.types.serializer import TypeSerializer
from pyrite.core.types.types_factory import TypeInformation, Types

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
