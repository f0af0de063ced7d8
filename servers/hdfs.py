"""HdfsServer: a NameNode and its DataNodes, from Hadoop's own jars."""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Optional

import httpx

from servers.server import START_S, Server, free_port, maven_jars, program

VERSION: Final = "3.5.0"
_GROUP: Final = "org.apache.hadoop"
_JARS: Final = (
    (_GROUP, "hadoop-common", VERSION),
    (_GROUP, "hadoop-hdfs", VERSION),
    (_GROUP, "hadoop-hdfs-client", VERSION),
)
_MAIN: Final = "org.apache.hadoop.hdfs.server"
_OPTIONS: Final = (
    "-Xmx256m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
)
_LOG: Final = """log4j.rootLogger=INFO,out
log4j.appender.out=org.apache.log4j.ConsoleAppender
log4j.appender.out.layout=org.apache.log4j.PatternLayout
log4j.appender.out.layout.ConversionPattern=%d %p %c{2}: %m%n
"""


class DataNode(Server):
    """Stores blocks. `kill` and `start` leave its blocks where they are."""

    name = "datanode"

    def __init__(self, folder: Path, namenode: HdfsServer, settings: Mapping[str, str]) -> None:
        super().__init__(folder)
        self._namenode = namenode
        self._settings = dict(settings)
        self._http, self._ipc = free_port(), free_port()

    def _command(self) -> Sequence[str]:
        address = "127.0.0.1"
        own = {
            "dfs.datanode.data.dir": str(self.folder / "data"),
            "dfs.datanode.address": self.address,
            "dfs.datanode.http.address": f"{address}:{self._http}",
            "dfs.datanode.ipc.address": f"{address}:{self._ipc}",
            "dfs.datanode.hostname": address,
            "dfs.datanode.du.reserved": "0",
            "dfs.heartbeat.interval": "1",
        }
        conf = self.folder / "conf"
        _write_settings(conf, self._namenode.core_settings(), own | self._settings)
        return _java(conf, f"{_MAIN}.datanode.DataNode")

    def _environment(self) -> Mapping[str, str]:
        return _environment(self.folder / "conf")

    def _is_ready(self) -> bool:
        """Whether the DataNode has registered with the NameNode and takes blocks."""
        info = _bean(self._http, "DataNode", "DataNodeInfo")
        states = [actor.get("ActorState") for actor in json.loads(info.get("BPServiceActorInfo", "[]"))]
        return states == ["RUNNING"] and self.address in self._namenode.live_datanodes()


class HdfsServer(Server):
    """A NameNode with DataNodes, each of which a test may kill and start again. Files have one replica for each.

    `settings` go into hdfs-site.xml of all processes.
    """

    name = "hdfs"

    def __init__(
        self, folder: Optional[Path] = None, datanodes: int = 1, settings: Optional[Mapping[str, str]] = None
    ) -> None:
        super().__init__(folder)
        self.http_port = free_port()
        self._settings = {"dfs.replication": str(datanodes), "dfs.blocksize": "16m"} | dict(settings or {})
        self.datanodes = [
            DataNode(self.folder / f"datanode{number}", self, self._settings) for number in range(datanodes)
        ]

    @property
    def uri(self) -> str:
        return f"hdfs://{self.address}"

    def start(self) -> None:
        super().start()
        for datanode in self.datanodes:
            if datanode._process is None:
                datanode.start()
        until = time.monotonic() + START_S
        while self._state().get("FSState") != "Operational":
            if time.monotonic() > until:
                raise RuntimeError("HDFS does not leave its safe mode")
            time.sleep(0.05)

    def stop(self) -> None:
        for datanode in self.datanodes:
            datanode.kill()
        super().stop()

    def core_settings(self) -> dict[str, str]:
        """The settings of core-site.xml: what a client needs, too."""
        return {"fs.defaultFS": self.uri, "hadoop.tmp.dir": str(self.folder / "tmp")}

    def live_datanodes(self) -> set[str]:
        """The addresses of the DataNodes that the NameNode counts as alive."""
        nodes = json.loads(_bean(self.http_port, "NameNode", "NameNodeInfo").get("LiveNodes", "{}"))
        return {node["xferaddr"] for node in nodes.values()}

    def admin(self, *arguments: str) -> str:
        """Runs `hdfs dfsadmin`, and returns its output."""
        command = _java(self.folder / "conf", "org.apache.hadoop.hdfs.tools.DFSAdmin", *arguments)
        done = subprocess.run(command, env=self._environment(), capture_output=True, text=True, timeout=60, check=True)
        return done.stdout

    def _command(self) -> Sequence[str]:
        conf = self.folder / "conf"
        own = {
            "dfs.namenode.name.dir": str(self.folder / "name"),
            "dfs.namenode.rpc-address": self.address,
            "dfs.namenode.http-address": f"127.0.0.1:{self.http_port}",
            "dfs.namenode.safemode.extension": "0",
            "dfs.namenode.heartbeat.recheck-interval": "2000",
            "dfs.namenode.datanode.registration.ip-hostname-check": "false",
            "dfs.permissions.superusergroup": getpass.getuser(),
        }
        _write_settings(conf, self.core_settings(), own | self._settings)
        if not (self.folder / "name").exists():
            format_name = _java(conf, f"{_MAIN}.namenode.NameNode", "-format", "-nonInteractive")
            subprocess.run(format_name, env=self._environment(), check=True, capture_output=True, timeout=120)
        return _java(conf, f"{_MAIN}.namenode.NameNode")

    def _environment(self) -> Mapping[str, str]:
        return _environment(self.folder / "conf")

    def _is_ready(self) -> bool:
        """Whether the NameNode answers; without DataNodes it stays in safe mode if it has blocks."""
        return bool(self._state())

    def _state(self) -> dict[str, Any]:
        return _bean(self.http_port, "NameNode", "FSNamesystemState")


def _bean(port: int, service: str, name: str) -> dict[str, Any]:
    """The values that a process publishes under a name; empty if it does not answer."""
    with contextlib.suppress(httpx.HTTPError, IndexError, ValueError):
        query = {"qry": f"Hadoop:service={service},name={name}"}
        bean: dict[str, Any] = httpx.get(f"http://127.0.0.1:{port}/jmx", params=query, timeout=5).json()["beans"][0]
        return bean
    return {}


def _java(conf: Path, main: str, *arguments: str) -> list[str]:
    java = program("java", "default-jre-headless", f"{os.environ.get('JAVA_HOME', '')}/bin")
    return [java, *_OPTIONS, "-cp", f"{conf}:{maven_jars(f'hdfs-{VERSION}', _JARS)}/*", main, *arguments]


def _environment(conf: Path) -> Mapping[str, str]:
    return os.environ | {"HADOOP_CONF_DIR": str(conf), "HADOOP_USER_NAME": getpass.getuser()}


def _write_settings(conf: Path, core: Mapping[str, str], hdfs: Mapping[str, str]) -> None:
    for page in ("hdfs", "datanode", "static"):  # the jar lacks the pages, whose folders the processes need
        (conf / "webapps" / page).mkdir(parents=True, exist_ok=True)
    (conf / "log4j.properties").write_text(_LOG)
    for name, settings in (("core", core), ("hdfs", hdfs)):
        entries = "".join(
            f"<property><name>{key}</name><value>{value}</value></property>" for key, value in settings.items()
        )
        (conf / f"{name}-site.xml").write_text(f"<configuration>{entries}</configuration>\n")
