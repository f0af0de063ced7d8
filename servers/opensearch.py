"""OpenSearchServer: one node of OpenSearch, put together from its own jars."""

from __future__ import annotations

import json
import os
import shutil
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Optional

from servers.server import Server, free_port, maven_jars, program

VERSION: Final = "2.19.1"
_NODE: Final = (
    ("org.opensearch", "opensearch", VERSION),
    ("org.opensearch", "opensearch-plugin-classloader", VERSION),
    ("org.apache.logging.log4j", "log4j-core", "2.21.0"),
)
_NETTY: Final = (("org.opensearch.plugin", "transport-netty4-client", VERSION),)
_DESCRIPTOR: Final = f"""
name=transport-netty4
description=HTTP and transport
version={VERSION}
opensearch.version={VERSION}
java.version=11
classname=org.opensearch.transport.Netty4Plugin
"""
_RIGHTS: Final = """
grant {
  permission java.io.FilePermission "/proc/sys/net/core/somaxconn", "read";
  permission java.net.SocketPermission "*", "accept,connect";
};
"""
_LOG: Final = """
status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d %-5p %c{1.} %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
"""
_NOBODY: Final = "nobody"


class OpenSearchServer(Server):
    """A cluster of one, without security. OpenSearch refuses to run as root: for root it runs as the user `nobody`."""

    name = "opensearch"

    def __init__(self, folder: Optional[Path] = None) -> None:
        super().__init__(folder)
        self._transport_port = free_port()

    @property
    def url(self) -> str:
        return f"http://{self.address}"

    def ask(self, path: str, body: Optional[Any] = None, method: Optional[str] = None) -> Any:
        """The server's answer to a request, as JSON."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}/{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def _is_ready(self) -> bool:
        try:
            return bool(self.ask("_cluster/health")["status"] != "red")
        except OSError:
            return False

    def _command(self) -> Sequence[str]:
        java = program("java", "default-jre-headless", f"{os.environ.get('JAVA_HOME', '')}/bin")
        if not (self.folder / "lib").exists():
            self._make_home()
        options = {
            "opensearch.path.home": str(self.folder),
            "opensearch.path.conf": f"{self.folder}/config",
            "opensearch.distribution.type": "tar",
            "opensearch.bundled_jdk": "false",
            "java.security.manager": "allow",
            "java.locale.providers": "SPI,COMPAT",
            "java.io.tmpdir": f"{self.folder}/tmp",
            "io.netty.noUnsafe": "true",
            "io.netty.noKeySetOptimization": "true",
            "io.netty.recycler.maxCapacityPerThread": "0",
            "log4j.shutdownHookEnabled": "false",
            "log4j2.disable.jmx": "true",
        }
        quick = ["-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
        settings = [f"-D{key}={value}" for key, value in options.items()]
        main = "org.opensearch.bootstrap.OpenSearch"
        return [*_as_nobody(), java, *quick, *settings, "-cp", f"{self.folder}/lib/*", main]

    def _make_home(self) -> None:
        """The folders of an installation, with copies of the jars: the cache may be closed to other users."""
        module = self.folder / "modules" / "transport-netty4"
        shutil.copytree(maven_jars(f"opensearch-{VERSION}", _NODE), self.folder / "lib")
        shutil.copytree(maven_jars(f"opensearch-netty-{VERSION}", _NETTY), module)
        (module / ".ready").unlink()
        (module / "plugin-descriptor.properties").write_text(_DESCRIPTOR)
        (module / "plugin-security.policy").write_text(_RIGHTS)
        for name in ("config", "tmp"):
            (self.folder / name).mkdir()
        settings = {
            "cluster.name": "pyrite",
            "discovery.type": "single-node",
            "network.host": "127.0.0.1",
            "http.port": self.port,
            "transport.port": self._transport_port,
            "path.data": self.folder / "data",
            "path.logs": self.folder / "logs",
            "cluster.routing.allocation.disk.threshold_enabled": "false",
        }
        lines = "".join(f"{key}: {value}\n" for key, value in settings.items())
        (self.folder / "config" / "opensearch.yml").write_text(lines)
        (self.folder / "config" / "log4j2.properties").write_text(_LOG)
        if os.geteuid() == 0:
            for path in (self.folder, *self.folder.rglob("*")):
                shutil.chown(path, _NOBODY)


def _as_nobody() -> list[str]:
    if os.geteuid() != 0:
        return []
    return [program("setpriv", "util-linux"), f"--reuid={_NOBODY}", "--clear-groups", "--"]
