"""CassandraSink: what `CassandraSink.add_sink(stream)...build()` gives, and its builder."""

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
    """A stream's end in Cassandra, to be named and set up like any other."""

    def __init__(self, sink: Any) -> None:
        self._sink = sink

    def name(self, name: str) -> CassandraSink:
        """Names the sink in graphs, errors and metrics."""
        self._sink.name(name)
        return self

    def uid(self, uid: str) -> CassandraSink:
        """Names the sink's state permanently: keep it when the program changes."""
        self._sink.uid(uid)
        return self

    def set_uid_hash(self, uid_hash: str) -> CassandraSink:
        """Sets the operator's id itself, as 32 hexadecimal digits."""
        self._sink.set_uid_hash(uid_hash)
        return self

    def set_parallelism(self, parallelism: int) -> CassandraSink:
        """Into how many subtasks the sink is divided."""
        self._sink.set_parallelism(parallelism)
        return self

    def disable_chaining(self) -> CassandraSink:
        """Keeps the sink alone in its task."""
        self._sink.disable_chaining()
        return self

    def slot_sharing_group(self, slot_sharing_group: str) -> CassandraSink:
        """Tasks of one group may share a Spark slot."""
        self._sink.slot_sharing_group(slot_sharing_group)
        return self

    @staticmethod
    def add_sink(input: Any) -> CassandraSink.CassandraSinkBuilder:
        """Writes the rows or tuples of a DataStream."""
        return CassandraSink.CassandraSinkBuilder(input)

    class CassandraSinkBuilder:
        """Needs a query and a host, or a cluster builder."""

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
            """A statement with a `?` for each field."""
            self._query = query
            return self

        def set_host(self, host: str, port: int = 9042) -> CassandraSink.CassandraSinkBuilder:
            """The node through which the cluster is reached."""
            self._cluster = HostClusterBuilder(host, port)
            return self

        def set_cluster_builder(self, builder: ClusterBuilder) -> CassandraSink.CassandraSinkBuilder:
            """What connects to the cluster, where a host and a port do not suffice."""
            self._cluster = builder
            return self

        def enable_write_ahead_log(
            self, committer: Optional[CassandraCommitter] = None
        ) -> CassandraSink.CassandraSinkBuilder:
            """Rows are written when their checkpoint is complete: for jobs that do not give the same rows again."""
            self._is_write_ahead, self._committer = True, committer
            return self

        def set_mapper_options(self, options: MapperOptions) -> CassandraSink.CassandraSinkBuilder:
            """Options of the writes."""
            self._options = options
            return self

        def set_failure_handler(self, failure_handler: CassandraFailureHandler) -> CassandraSink.CassandraSinkBuilder:
            """What becomes of a row that could not be written; by default the job fails."""
            self._handler = failure_handler
            return self

        def set_max_concurrent_requests(
            self, max_concurrent_requests: int, duration: Optional[Duration] = None
        ) -> CassandraSink.CassandraSinkBuilder:
            """`duration` has no effect: the task waits for the oldest request, however long the driver lets it run."""
            self._concurrent = max_concurrent_requests
            return self

        def enable_ignore_null_fields(self) -> CassandraSink.CassandraSinkBuilder:
            """Fields that are None are left as they are in the table."""
            self._ignores_nulls = True
            return self

        def build(self) -> CassandraSink:
            """Adds the sink to the stream. InvalidProgramError without a query or a cluster."""
            return CassandraSink(self._input.sink_to(self.sink()))

        def sink(self) -> Sink:
            """The sink alone, for `sink_to`."""
            if not self._query or self._cluster is None:
                raise InvalidProgramError(
                    "a CassandraSink needs set_query(...), and set_host(...) or set_cluster_builder"
                )
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
