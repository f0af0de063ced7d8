"""CassandraSink: the result of `CassandraSink.add_sink(stream)...build()`, and its builder."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Optional

from pyrite.connectors.base.write_ahead import CheckpointCommitter
from pyrite.connectors.cassandra.cluster_builder import ClusterBuilder, HostClusterBuilder
from pyrite.connectors.cassandra.committer import CassandraCommitter
from pyrite.connectors.cassandra.options import CassandraFailureHandler, MapperOptions
from pyrite.connectors.cassandra.query import with_settings
from pyrite.connectors.cassandra.sink import CassandraRowSink, CassandraWriteAheadSink, RowTarget
from pyrite.core.connector.sink import Sink
from pyrite.core.errors import InvalidProgramError
from pyrite.core.time.time import Duration


class CassandraSink:
    """The end of a stream in Cassandra, with the settings of any sink."""

    def __init__(self, sink: Any) -> None:
        self._sink = sink

    def name(self, name: str) -> CassandraSink:
        """Names the sink in graphs, errors and metrics."""
        self._sink.name(name)
        return self

    def uid(self, uid: str) -> CassandraSink:
        """Identifies the sink's state. Do not change it when the program changes."""
        self._sink.uid(uid)
        return self

    def set_uid_hash(self, uid_hash: str) -> CassandraSink:
        """Sets the operator id, as 32 hexadecimal digits."""
        self._sink.set_uid_hash(uid_hash)
        return self

    def set_parallelism(self, parallelism: int) -> CassandraSink:
        """Sets the number of subtasks."""
        self._sink.set_parallelism(parallelism)
        return self

    def disable_chaining(self) -> CassandraSink:
        """Prevents chaining of the sink with other operators."""
        self._sink.disable_chaining()
        return self

    def slot_sharing_group(self, slot_sharing_group: str) -> CassandraSink:
        """Sets the slot sharing group. Tasks of the same group may share a Spark slot."""
        self._sink.slot_sharing_group(slot_sharing_group)
        return self

    @staticmethod
    def add_sink(input: Any) -> CassandraSink.CassandraSinkBuilder:
        """Writes the rows or tuples of a DataStream."""
        return CassandraSink.CassandraSinkBuilder(input)

    class CassandraSinkBuilder:
        """Builds a CassandraSink. A query, and a host or a cluster builder, are required."""

        def __init__(self, input: Any) -> None:
            self._input = input
            self._query = ""
            self._cluster: Optional[ClusterBuilder] = None
            self._options = MapperOptions()
            self._concurrent: Optional[int] = None
            self._ignores_nulls = False
            self._handler = CassandraFailureHandler.no_op()
            self._is_write_ahead = False
            self._committer: Optional[CheckpointCommitter] = None

        def set_query(self, query: str) -> CassandraSink.CassandraSinkBuilder:
            """Sets the statement, with a `?` for each field."""
            self._query = query
            return self

        def set_host(self, host: str, port: int = 9042) -> CassandraSink.CassandraSinkBuilder:
            """Sets the contact point of the cluster."""
            self._cluster = HostClusterBuilder(host, port)
            return self

        def set_cluster_builder(self, builder: ClusterBuilder) -> CassandraSink.CassandraSinkBuilder:
            """Sets a cluster builder, for connections that need more than a host and a port."""
            self._cluster = builder
            return self

        def enable_write_ahead_log(
            self, committer: Optional[CassandraCommitter] = None
        ) -> CassandraSink.CassandraSinkBuilder:
            """Writes rows when their checkpoint is complete, for jobs that may not produce the same rows again."""
            self._is_write_ahead, self._committer = True, committer
            return self

        def set_mapper_options(self, options: MapperOptions) -> CassandraSink.CassandraSinkBuilder:
            """Sets options of the writes."""
            self._options = options
            return self

        def set_failure_handler(self, failure_handler: CassandraFailureHandler) -> CassandraSink.CassandraSinkBuilder:
            """Sets the handler for rows that could not be written. By default they fail the job."""
            self._handler = failure_handler
            return self

        def set_max_concurrent_requests(
            self, max_concurrent_requests: int, duration: Optional[Duration] = None
        ) -> CassandraSink.CassandraSinkBuilder:
            """Sets the maximum number of concurrent requests. The driver's timeout applies, not `duration`."""
            self._concurrent = max_concurrent_requests
            return self

        def enable_ignore_null_fields(self) -> CassandraSink.CassandraSinkBuilder:
            """Leaves columns unchanged whose field is None."""
            self._ignores_nulls = True
            return self

        def build(self) -> CassandraSink:
            """Adds the sink to the stream. InvalidProgramError without a query or a cluster."""
            return CassandraSink(self._input.sink_to(self.sink()))

        def sink(self) -> Sink:
            """Returns the Sink, for `sink_to`."""
            if not self._query or self._cluster is None:
                raise InvalidProgramError("a CassandraSink needs set_query(), and set_host() or set_cluster_builder()")
            settings = self._options.settings
            if self._concurrent is not None:
                settings = replace(settings, max_concurrent_requests=self._concurrent)
            if self._ignores_nulls:
                settings = replace(settings, saves_nulls=False)
            with_settings(self._query, settings)
            target = RowTarget(self._cluster, self._query, settings, self._handler)
            if not self._is_write_ahead:
                return CassandraRowSink(target)
            committer = self._committer or CassandraCommitter.default_checkpoint_committer(self._cluster)
            return CassandraWriteAheadSink(target, committer)
