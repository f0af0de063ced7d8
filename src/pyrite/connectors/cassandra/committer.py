"""CassandraCommitter: records the last written checkpoint of each subtask in a table."""

from __future__ import annotations

from typing import Any, Final, Optional

from pyrite.connectors.base.write_ahead import CheckpointCommitter
from pyrite.connectors.cassandra.cluster_builder import ClusterBuilder
from pyrite.connectors.cassandra.rows import connected

KEY_SPACE: Final = "pyrite_auxiliary"
RETENTION_S: Final = 30 * 86_400
_PLACE: Final = "job_id = %s AND sink_id = %s AND sub_id = %s"


class CassandraCommitter(CheckpointCommitter):
    """Keeps the last checkpoint of each writer in the table `checkpoints` of a separate keyspace, for 30 days.

    It avoids writing a checkpoint again after a crash. If a crash occurs between rows and entry, or the entry has
    expired, the rows are written again with the same timestamps, which changes nothing except counters.
    """

    def __init__(self, builder: ClusterBuilder, key_space: str = KEY_SPACE) -> None:
        self._builder = builder
        self._key_space = key_space
        self._connection: Optional[tuple[Any, Any]] = None

    @staticmethod
    def default_checkpoint_committer(builder: ClusterBuilder, key_space: Optional[str] = None) -> CassandraCommitter:
        """Creates a committer whose table is in `key_space`, by default `pyrite_auxiliary`."""
        return CassandraCommitter(builder, key_space or KEY_SPACE)

    def create_resource(self) -> None:
        cluster, session = connected(self._builder)
        try:
            replication = "{'class': 'SimpleStrategy', 'replication_factor': 1}"
            session.execute(f"CREATE KEYSPACE IF NOT EXISTS {self._key_space} WITH replication = {replication}")
            session.execute(
                f"CREATE TABLE IF NOT EXISTS {self._key_space}.checkpoints (job_id text, sink_id text, sub_id int, "
                "checkpoint_id bigint, PRIMARY KEY ((job_id, sink_id), sub_id))"
            )
        finally:
            cluster.shutdown()

    def open(self) -> None:
        self._connection = connected(self._builder)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection[0].shutdown()

    def commit_checkpoint(self, subtask_idx: int, checkpoint_id: int) -> None:
        columns = f"(job_id, sink_id, sub_id, checkpoint_id) VALUES (%s, %s, %s, %s) USING TTL {RETENTION_S}"
        values = (self.job_id, self.operator_id, subtask_idx, checkpoint_id)
        self._session.execute(f"INSERT INTO {self._key_space}.checkpoints {columns}", values)

    def is_checkpoint_committed(self, subtask_idx: int, checkpoint_id: int) -> bool:
        query = f"SELECT checkpoint_id FROM {self._key_space}.checkpoints WHERE {_PLACE}"
        row = self._session.execute(query, (self.job_id, self.operator_id, subtask_idx)).one()
        return row is not None and bool(row.checkpoint_id >= checkpoint_id)

    @property
    def _session(self) -> Any:
        assert self._connection is not None
        return self._connection[1]
