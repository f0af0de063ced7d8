"""Tables of PostgreSQL and SQLite, under the names of Flink's JDBC connector."""

from pyrite.connectors.jdbc.options import JdbcConnectionOptions, JdbcExactlyOnceOptions, JdbcExecutionOptions
from pyrite.connectors.jdbc.sink.sink import JdbcSink
from pyrite.connectors.jdbc.source.source import JdbcSource, JdbcSourceBuilder

__all__ = [
    "JdbcConnectionOptions",
    "JdbcExactlyOnceOptions",
    "JdbcExecutionOptions",
    "JdbcSink",
    "JdbcSource",
    "JdbcSourceBuilder",
]
