"""CassandraServer: one node of Apache Cassandra, from its own jars."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Optional

from cassandra.cluster import EXEC_PROFILE_DEFAULT, Cluster, ExecutionProfile, NoHostAvailable, Session
from cassandra.policies import WhiteListRoundRobinPolicy

from servers.server import Server, free_port, maven_jars, program

VERSION: Final = "5.0.6"
_JARS: Final = (("org.apache.cassandra", "cassandra-all", VERSION),)
_MODULES: Final = (
    "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
    "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
    "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-exports=java.management.rmi/com.sun.jmx.remote.internal.rmi=ALL-UNNAMED",
    "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
    "--add-exports=java.rmi/sun.rmi.server=ALL-UNNAMED",
    "--add-exports=java.sql/java.sql=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "--add-opens=java.base/java.lang.module=ALL-UNNAMED",
    "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.util=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
    "--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED",
    "--add-opens=java.base/jdk.internal.math=ALL-UNNAMED",
    "--add-opens=java.base/jdk.internal.module=ALL-UNNAMED",
    "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
    "--add-opens=java.base/jdk.internal.reflect=ALL-UNNAMED",
    "--add-opens=java.base/jdk.internal.util.jar=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.rmi/sun.rmi.transport.tcp=ALL-UNNAMED",
    "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
)
_LOG: Final = (
    "<configuration><appender name='OUT' class='ch.qos.logback.core.ConsoleAppender'><encoder><pattern>"
    "%d %-5level %logger{0} %msg%n</pattern></encoder></appender><root level='WARN'><appender-ref ref='OUT'/></root>"
    "</configuration>"
)


class CassandraServer(Server):
    """A cluster of one. Writes that were answered survive `kill`: the commit log is synced before."""

    name = "cassandra"

    def __init__(self, folder: Optional[Path] = None) -> None:
        super().__init__(folder)
        self._storage_port = free_port()

    def connect(self) -> Cluster:
        """The caller shuts it down."""
        profile = ExecutionProfile(WhiteListRoundRobinPolicy(["127.0.0.1"]), request_timeout=30)
        return Cluster(
            ["127.0.0.1"],
            port=self.port,
            connect_timeout=5,
            execution_profiles={EXEC_PROFILE_DEFAULT: profile},
        )

    def execute(self, *statements: str) -> list[Any]:
        """Runs statements; the rows of the last one."""
        cluster = self.connect()
        try:
            session: Session = cluster.connect()
            rows: list[Any] = []
            for statement in statements:
                rows = list(session.execute(statement))
            return rows
        finally:
            cluster.shutdown()

    def _is_ready(self) -> bool:
        cluster = self.connect()
        try:
            with contextlib.suppress(NoHostAvailable, OSError):
                cluster.connect()
                return True
            return False
        finally:
            cluster.shutdown()

    def _command(self) -> Sequence[str]:
        jars = maven_jars(f"cassandra-{VERSION}", _JARS)
        java = program("java", "default-jre-headless", f"{os.environ.get('JAVA_HOME', '')}/bin")
        conf = self.folder / "conf"
        conf.mkdir(exist_ok=True)
        (conf / "cassandra.yaml").write_text(self._settings())
        (conf / "logback.xml").write_text(_LOG)
        options = {
            "cassandra.config": f"file://{conf}/cassandra.yaml",
            "cassandra.storagedir": f"{self.folder}/data",
            "logback.configurationFile": f"{conf}/logback.xml",
            "cassandra-foreground": "yes",
            "cassandra.ring_delay_ms": "0",
            "cassandra.skip_wait_for_gossip_to_settle": "0",
            "jdk.attach.allowAttachSelf": "true",
        }
        quick = ["-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
        settings = [f"-D{key}={value}" for key, value in options.items()]
        main = "org.apache.cassandra.service.CassandraDaemon"
        return [java, *quick, *_MODULES, *settings, "-cp", f"{conf}:{jars}/*", main]

    def _settings(self) -> str:
        return f"""
cluster_name: pyrite
num_tokens: 1
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
endpoint_snitch: SimpleSnitch
commitlog_sync: batch
auto_snapshot: false
listen_address: 127.0.0.1
rpc_address: 127.0.0.1
storage_port: {self._storage_port}
native_transport_port: {self.port}
seed_provider:
  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
    parameters:
      - seeds: "127.0.0.1:{self._storage_port}"
"""
