"""Files, local and in S3: FileSource and FileSink, and their settings."""

from pyrite.connectors.files.formats.stream_format import BulkFormat, StreamFormat
from pyrite.connectors.files.sink.buckets import BucketAssigner, BucketContext
from pyrite.connectors.files.sink.compaction import FileCompactor, FileCompactStrategy
from pyrite.connectors.files.sink.encoders import JsonLinesEncoder, SchemaEncoder
from pyrite.connectors.files.sink.output_file_config import OutputFileConfig
from pyrite.connectors.files.sink.rolling import (
    DefaultRollingPolicy,
    OnCheckpointRollingPolicy,
    PartInfo,
    RollingPolicy,
)
from pyrite.connectors.files.sink.sink import FileSink
from pyrite.connectors.files.source.source import FileSource, FileSourceBuilder
from pyrite.connectors.files.source.split_providers import FileEnumeratorProvider, FileSplitAssignerProvider
from pyrite.core.connector.serialization import BulkWriter, BulkWriterFactory

__all__ = [
    "BucketAssigner",
    "BucketContext",
    "BulkFormat",
    "BulkWriter",
    "BulkWriterFactory",
    "DefaultRollingPolicy",
    "FileCompactStrategy",
    "FileCompactor",
    "FileEnumeratorProvider",
    "FileSink",
    "FileSource",
    "FileSourceBuilder",
    "FileSplitAssignerProvider",
    "JsonLinesEncoder",
    "OnCheckpointRollingPolicy",
    "OutputFileConfig",
    "PartInfo",
    "RollingPolicy",
    "SchemaEncoder",
    "StreamFormat",
]
