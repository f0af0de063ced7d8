"""open_output_store: the OutputStore for a location."""

from __future__ import annotations

from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.hdfs_output import HdfsOutput
from pyrite.connectors.files.sink.local_output import LocalOutput
from pyrite.connectors.files.sink.output_store import OutputStore
from pyrite.connectors.files.sink.s3_output import S3Output
from pyrite.core.config.configuration import Configuration


def open_output_store(base: Location, configuration: Configuration) -> OutputStore:
    if base.scheme == "s3":
        return S3Output.of(configuration)
    return HdfsOutput.of(configuration) if base.scheme == "hdfs" else LocalOutput()
