"""Apicurio's schema registry, which also has Confluent's REST interface. It stores its schemas in memory."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tarfile
import tempfile
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from servers.server import _CACHE, Server, ServerMissingError

VERSION: Final = "2.6.13.Final"
_ARTIFACT: Final = f"io.apicurio:apicurio-registry-app:{VERSION}:tar.gz:all"


class SchemaRegistryServer(Server):
    """Confluent's interface is at `url`."""

    name = "schema-registry"

    @property
    def url(self) -> str:
        return f"http://{self.address}/apis/ccompat/v7"

    def _command(self) -> Sequence[str]:
        java = shutil.which("java")
        if java is None:
            raise ServerMissingError("the schema registry needs Java: apt-get install default-jre-headless")
        small = ["-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
        place = ["-Dquarkus.http.host=127.0.0.1", f"-Dquarkus.http.port={self.port}"]
        (runner,) = _unpacked().glob("*-runner.jar")
        return [java, *small, *place, "-jar", str(runner)]

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/subjects", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


def _unpacked() -> Path:
    """The folder of the server's files, fetched by Maven once."""
    folder = _CACHE / f"apicurio-{VERSION}"
    if folder.exists():
        return folder
    if shutil.which("mvn") is None:
        raise ServerMissingError("the schema registry is fetched by Maven: apt-get install maven")
    _CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=_CACHE) as scratch:
        command = ["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={_ARTIFACT}", f"-DoutputDirectory={scratch}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, cwd=scratch)
        if done.returncode != 0:
            raise ServerMissingError(f"{_ARTIFACT} could not be obtained: {done.stdout[-800:]}")
        (archive,) = Path(scratch).glob("*.tar.gz")
        files = Path(scratch, "files")
        with tarfile.open(archive) as packed:
            packed.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.4 and newer have it
            packed.extractall(files)
        with contextlib.suppress(OSError):  # another process was faster
            files.rename(folder)
    return folder
