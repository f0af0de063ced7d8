"""Files, local and in S3: FileSource and FileSink, and their settings."""

from pyrite.connectors.files.buckets import BucketAssigner, BucketContext
from pyrite.connectors.files.compaction import FileCompactor, FileCompactStrategy
from pyrite.connectors.files.encoders import JsonLinesEncoder, SchemaEncoder
from pyrite.connectors.files.file_sink import FileSink
from pyrite.connectors.files.file_source import FileSource, FileSourceBuilder
from pyrite.connectors.files.output_file_config import OutputFileConfig
from pyrite.connectors.files.rolling import DefaultRollingPolicy, OnCheckpointRollingPolicy, PartInfo, RollingPolicy
from pyrite.connectors.files.split_providers import FileEnumeratorProvider, FileSplitAssignerProvider
from pyrite.connectors.files.stream_format import BulkFormat, StreamFormat
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
