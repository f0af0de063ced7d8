"""Sinks to tables of Apache Cassandra."""

from pyrite.connectors.cassandra.cassandra_sink import CassandraSink
from pyrite.connectors.cassandra.cluster_builder import ClusterBuilder
from pyrite.connectors.cassandra.committer import CassandraCommitter
from pyrite.connectors.cassandra.options import CassandraFailureHandler, ConsistencyLevel, MapperOptions

__all__ = [
    "CassandraCommitter",
    "CassandraFailureHandler",
    "CassandraSink",
    "ClusterBuilder",
    "ConsistencyLevel",
    "MapperOptions",
]
