"""HdfsSettings: the NameNodes of HDFS, from the job's settings and from the files of HADOOP_CONF_DIR."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError
from pyrite.core.file_uri import split_scheme

HADOOP_PREFIX: Final = "flink.hadoop."
"""Before a key of Hadoop in Flink's configuration: `flink.hadoop.fs.defaultFS`."""
DEFAULT_FILE_SYSTEM: Final = "fs.defaultFS"
_AUTHENTICATION: Final = "hadoop.security.authentication"
_PREFIXES: Final = (DEFAULT_FILE_SYSTEM, "dfs.", _AUTHENTICATION)
_BOUNDS: Final = {
    "dfs.client.failover.max.attempts": "4",
    "dfs.client.failover.sleep.base.millis": "200",
    "dfs.client.failover.sleep.max.millis": "2000",
    "dfs.client.socket-timeout": "20000",
}
"""The client's own defaults try a dead NameNode for three minutes. Settings of the user override these."""


@dataclass(frozen=True)
class HdfsSettings:
    """Hadoop's settings as (key, value). They are read where the program runs, and travel to its tasks."""

    values: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(configuration: Configuration) -> HdfsSettings:
        """Settings of the job override those of the files, as in Flink."""
        values = dict(_BOUNDS)
        values.update(_settings_of_files())
        for key in configuration.key_set():
            if key.startswith(HADOOP_PREFIX):
                values[key.removeprefix(HADOOP_PREFIX)] = configuration.get_string(key, "")
        if values.get(_AUTHENTICATION, "simple").lower() == "kerberos":
            raise InvalidProgramError(
                f"{_AUTHENTICATION} is kerberos: Pyrite does not support Kerberos for HDFS, only simple authentication"
            )
        return HdfsSettings(tuple(sorted((key, value) for key, value in values.items() if key.startswith(_PREFIXES))))

    def place(self, uri: str) -> tuple[str, str]:
        """The authority and the path of `hdfs://authority/path`; `hdfs:///path` is on the default file system."""
        authority, _, path = split_scheme(uri)[1].partition("/")
        if "@" in authority:
            raise InvalidProgramError("hdfs:// URIs must not contain credentials: the user is HADOOP_USER_NAME")
        return authority or self._default_authority(uri), "/" + path.strip("/")

    def _default_authority(self, uri: str) -> str:
        default = dict(self.values).get(DEFAULT_FILE_SYSTEM, "")
        scheme, rest = split_scheme(default)
        if scheme != "hdfs":
            actual = f"{DEFAULT_FILE_SYSTEM} is {default}" if default else f"{DEFAULT_FILE_SYSTEM} is not set"
            raise InvalidProgramError(
                f"{uri} has no NameNode, and {actual}: write hdfs://host:8020/path, or set HADOOP_CONF_DIR or "
                f"{HADOOP_PREFIX}{DEFAULT_FILE_SYSTEM}"
            )
        return rest.partition("/")[0]


def _settings_of_files() -> Iterator[tuple[str, str]]:
    """The settings in core-site.xml and hdfs-site.xml, in the folder that Hadoop's own tools take them from."""
    home = os.environ.get("HADOOP_HOME", "")
    folder = os.environ.get("HADOOP_CONF_DIR") or (f"{home}/etc/hadoop" if home else "")
    for name in ("core-site.xml", "hdfs-site.xml"):
        file = Path(folder, name)
        if folder and file.is_file():
            yield from _settings(file)


def _settings(file: Path) -> Iterator[tuple[str, str]]:
    try:
        root = ElementTree.parse(file).getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise InvalidProgramError(f"{file} cannot be read: {error}") from None
    for entry in root.iter("property"):
        name, value = entry.findtext("name", "").strip(), entry.findtext("value", "").strip()
        if name:
            yield name, value
