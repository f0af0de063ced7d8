"""`make servers`: installs servers with apt-get, which needs root, and otherwise lists the missing ones."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from servers import cassandra, hdfs, kafka, opensearch, pulsar, schema_registry
from servers.server import ServerMissingError, maven_jars

PACKAGES = {
    "pg_config": "postgresql libpq-dev",
    "redis-server": "redis-server",
    "rabbitmqctl": "rabbitmq-server",
    "mosquitto": "mosquitto",
    "nats-server": "nats-server",
    "prometheus": "prometheus",
    "sshd": "openssh-server",
    "chromium": "chromium fonts-dejavu-core",
}
"""A program of each server, and the packages that contain it."""


def main() -> int:
    installed = _install_packages()
    return 0 if _fetch_jars() and installed else 1


def _fetch_jars() -> bool:
    """Here and not within a test, whose time is limited."""
    packages_by_program = {
        f"kafka-{kafka.VERSION}": kafka._JARS,
        f"cassandra-{cassandra.VERSION}": cassandra._JARS,
        f"hdfs-{hdfs.VERSION}": hdfs._JARS,
        f"opensearch-{opensearch.VERSION}": opensearch._NODE,
        f"opensearch-netty-{opensearch.VERSION}": opensearch._NETTY,
        f"pulsar-{pulsar.VERSION}": pulsar._JARS,
    }
    try:
        for name, jars in packages_by_program.items():
            maven_jars(name, jars)
        schema_registry._unpacked()
    except ServerMissingError as error:
        print(error, file=sys.stderr)
        return False
    return True


def _install_packages() -> bool:
    where = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])
    missing = [packages for name, packages in PACKAGES.items() if shutil.which(name, path=where) is None]
    if not missing:
        return True
    packages = " ".join(missing).split()
    if shutil.which("apt-get") is not None and all(_run(command) for command in (["update"], ["install", *packages])):
        return True
    print(f"could not install {' '.join(packages)}: their tests are skipped", file=sys.stderr)
    return False


def _run(command: list[str]) -> bool:
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    options = ["-q", "-y", "--no-install-recommends"]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        [*root, "apt-get", *options, *command], stdout=subprocess.DEVNULL, env=environment, check=False
    )
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
