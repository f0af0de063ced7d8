"""`make servers`: installs the servers that need root, by apt-get, and says what is missing where that cannot be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

PACKAGES = {
    "pg_config": "postgresql libpq-dev",
    "redis-server": "redis-server",
    "rabbitmqctl": "rabbitmq-server",
    "mosquitto": "mosquitto",
    "nats-server": "nats-server",
}
"""A program that tells whether a server is there, and the packages it comes in."""


def main() -> int:
    where = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])
    missing = [packages for name, packages in PACKAGES.items() if shutil.which(name, path=where) is None]
    if not missing:
        return 0
    packages = " ".join(missing).split()
    if shutil.which("apt-get") is not None and all(_run(command) for command in (["update"], ["install", *packages])):
        return 0
    print(f"could not install {' '.join(packages)}: their tests are skipped", file=sys.stderr)
    return 1


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
