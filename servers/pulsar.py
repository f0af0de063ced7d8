"""PulsarServer: Pulsar in standalone mode, a broker and a bookie in one process, from its own jars."""

from __future__ import annotations

import os
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Optional

from servers.server import Server, free_port, maven_jars, program

VERSION: Final = "4.0.7"
_JARS: Final = (("org.apache.pulsar", "pulsar-broker", VERSION),)
_MODULES: Final = (
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "--add-opens=java.base/java.net=ALL-UNNAMED",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.util.zip=ALL-UNNAMED",
    "--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED",
    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
    "--add-opens=java.base/jdk.internal.platform=ALL-UNNAMED",
    "--add-opens=java.base/sun.net=ALL-UNNAMED",
    "--add-opens=java.management/sun.management=ALL-UNNAMED",
    "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
)
_LOG: Final = (
    "<Configuration><Appenders><Console name='OUT'><PatternLayout pattern='%d %-5level %logger{1} %msg%n'/></Console>"
    "</Appenders><Loggers><Root level='WARN'><AppenderRef ref='OUT'/></Root></Loggers></Configuration>"
)
_ANSWER_S: Final = 10.0


class PulsarServer(Server):
    """Messages that were answered survive `kill`: the bookie syncs its journal before."""

    name = "pulsar"

    def __init__(
        self, folder: Optional[Path] = None, settings: Optional[Mapping[str, str]] = None, token: str = ""
    ) -> None:
        """`settings` are added to the broker's; `token` is an administrator's, if the broker requires one."""
        super().__init__(folder)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._settings = dict(settings or {})
        self._web_port = free_port()
        self._bookie_port = free_port()

    @property
    def url(self) -> str:
        return f"pulsar://{self.address}"

    @property
    def admin_url(self) -> str:
        return f"http://127.0.0.1:{self._web_port}"

    def create_partitioned_topic(self, name: str, partitions: int) -> None:
        self._call("PUT", f"persistent/public/default/{name}/partitions", str(partitions))

    def create_partitions(self, name: str, total: int) -> None:
        """Gives a partitioned topic more partitions, until it has `total`."""
        self._call("POST", f"persistent/public/default/{name}/partitions", str(total))

    def _call(self, method: str, path: str, body: Optional[str] = None) -> bytes:
        request = urllib.request.Request(
            f"{self.admin_url}/admin/v2/{path}",
            None if body is None else body.encode(),
            {"Content-Type": "application/json", **self._headers},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=_ANSWER_S) as answer:
            found: bytes = answer.read()
            return found

    def _is_ready(self) -> bool:
        """The namespace is made last."""
        try:
            return b"public/default" in self._call("GET", "namespaces/public")
        except (urllib.error.URLError, OSError):
            return False

    def _command(self) -> Sequence[str]:
        jars = maven_jars(f"pulsar-{VERSION}", _JARS)
        java = program("java", "default-jre-headless", f"{os.environ.get('JAVA_HOME', '')}/bin")
        conf, log = self.folder / "standalone.conf", self.folder / "log4j2.xml"
        conf.write_text("".join(f"{key}={value}\n" for key, value in self._properties().items()))
        log.write_text(_LOG)
        quick = ["-Xmx384m", "-XX:MaxDirectMemorySize=256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
        settings = ["-Dio.netty.tryReflectionSetAccessible=true", f"-Dlog4j.configurationFile={log}"]
        places = ["--metadata-dir", f"{self.folder}/metadata", "--bookkeeper-dir", f"{self.folder}/bookie"]
        ports = ["--bookkeeper-port", str(self._bookie_port), "--advertised-address", "127.0.0.1"]
        parts = ["--no-functions-worker", "--no-stream-storage"]
        main = ["org.apache.pulsar.PulsarStandaloneStarter", "--config", str(conf), *places, *ports, *parts]
        return [java, *quick, *_MODULES, *settings, "-cp", f"{jars}/*", *main]

    def _properties(self) -> dict[str, str]:
        own = {
            "clusterName": "standalone",
            "bindAddress": "127.0.0.1",
            "advertisedAddress": "127.0.0.1",
            "brokerServicePort": str(self.port),
            "webServicePort": str(self._web_port),
            "managedLedgerDefaultEnsembleSize": "1",
            "managedLedgerDefaultWriteQuorum": "1",
            "managedLedgerDefaultAckQuorum": "1",
            "allowLoopback": "true",
            "brokerDeduplicationEnabled": "true",
            "listeningInterface": "lo",
            "brokerShutdownTimeoutMs": "500",
            "numIOThreads": "2",
            "numHttpServerThreads": "4",
        }
        return own | self._settings
