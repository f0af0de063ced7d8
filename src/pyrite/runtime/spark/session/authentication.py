"""How the processes of a Spark application prove to each other that they belong together.

Without `spark.authenticate`, Spark hands broadcast blocks, and so a job's code, to every process that connects to one
of its ports, and accepts tasks and results from strangers.
"""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import stat
from functools import cache
from pathlib import Path
from typing import Any, Final

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import ALLOW_UNAUTHENTICATED_SPARK, SPARK_SECRET_FILE
from pyrite.core.config.spark_master import is_on_loopback
from pyrite.core.errors import UnsupportedSparkError
from pyrite.core.machine import jvm_user_environment
from pyrite.storage.private_folder import home_path

CLUSTER_FOLDER_VARIABLE: Final = "PYRITE_CLUSTER_DIR"
SECRET_VARIABLE: Final = "_SPARK_AUTH_SECRET"
"""The variable from which Spark's daemons and executors read the secret."""
AUTHENTICATED: Final = {"spark.authenticate": "true", "spark.network.crypto.enabled": "true"}
_SECRET: Final = "spark.authenticate.secret"
_BIND_ADDRESS: Final = "spark.driver.bindAddress"
_LOOPBACK: Final = re.compile(r"127\.[\d.]+|localhost")
_log = logging.getLogger(__name__)


def cluster_folder() -> Path:
    """The folder of this user's cluster: $PYRITE_CLUSTER_DIR, else ~/.pyrite/cluster."""
    return home_path("cluster", CLUSTER_FOLDER_VARIABLE)


def secret_file(folder: Path) -> Path:
    """The file with the secret of a cluster that Pyrite started, in the cluster's folder."""
    return folder / "secret"


def write_secret(file: Path, master: str, secret: str) -> None:
    """Writes a cluster's secret into a new file that only this user can read."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as output:
        json.dump({"master": master, "secret": secret}, output)


def read_secret(file: Path) -> tuple[str, str]:
    """The URL of a cluster's master, and the secret. UnsupportedSparkError: other users can read the file."""
    try:
        status = file.stat()
        content = json.loads(file.read_text())
        master, secret = str(content["master"]), str(content["secret"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnsupportedSparkError(f"the secret of a Spark cluster could not be read from {file}: {error}") from None
    if status.st_uid != os.getuid() or stat.S_IMODE(status.st_mode) & 0o077:
        raise UnsupportedSparkError(f"other users can read or replace the secret of a Spark cluster: chmod 600 {file}")
    return master, secret


def secret_of_text(text: str) -> str:
    """The secret in a copy of a secret file, or a secret alone."""
    try:
        return str(json.loads(text)["secret"])
    except (ValueError, KeyError, TypeError):
        return text.strip()


def authentication_settings(master: str, configuration: Configuration, settings: dict[str, str]) -> dict[str, str]:
    """The settings by which a new context authenticates its processes. `settings`: those of the program and of Spark.

    Local masters, YARN and Kubernetes make a secret for each application. A standalone master has one that all
    applications share: the secret file of a cluster that Pyrite started, or `spark.authenticate.secret`.
    """
    if "spark.authenticate" in settings:
        if settings["spark.authenticate"] != "true":
            on_loopback = is_on_loopback(master) or _LOOPBACK.fullmatch(settings.get(_BIND_ADDRESS, "")) is not None
            _admit_unauthenticated(configuration, f"spark.authenticate is off for {master}", on_loopback)
        return {}
    if jvm_user_environment():
        _admit_nameless_user(master)
        return {}
    if master.startswith("local-cluster"):
        return {**AUTHENTICATED, _SECRET: _process_secret()}
    if not master.startswith("spark://"):
        return dict(AUTHENTICATED)
    secret = _cluster_secret(master, configuration)
    if secret is not None:
        return {**AUTHENTICATED, _SECRET: secret}
    _admit_unauthenticated(configuration, f"no secret of the Spark master {master} is known", is_on_loopback(master))
    return {}


def check_authentication(session: Any, configuration: Configuration) -> None:
    """Refuses a context of the user's own to which strangers can connect."""
    conf = session.sparkContext.getConf()
    if conf.get("spark.authenticate", "false") != "true":
        host = conf.get(_BIND_ADDRESS, "") or conf.get("spark.driver.host", "")
        on_loopback = _LOOPBACK.fullmatch(host) is not None
        _admit_unauthenticated(configuration, "this SparkContext does not authenticate its processes", on_loopback)


def _admit_unauthenticated(configuration: Configuration, what: str, on_loopback: bool) -> None:
    if configuration.get(ALLOW_UNAUTHENTICATED_SPARK):
        return
    danger = (
        f"{what}: {'every user of this machine' if on_loopback else 'everybody in the network'} can run code in jobs"
    )
    remedy = (
        "set spark.authenticate=true and the master's spark.authenticate.secret, or name the secret file of a cluster "
        f"that `pyrite cluster start` started by {SPARK_SECRET_FILE.key}"
    )
    if not on_loopback:
        raise UnsupportedSparkError(
            f"{danger}. To prevent that, {remedy}. {ALLOW_UNAUTHENTICATED_SPARK.key}=true allows it"
        )
    _warn_once(f"{danger}. To prevent that, {remedy}")


def _admit_nameless_user(master: str) -> None:
    """Spark keeps the secret with Hadoop's user, which fails without a name: containers have arbitrary user ids."""
    what = f"user id {os.getuid()} has no entry in the system's list of users, and Spark authenticates no process then"
    remedy = "add an entry to /etc/passwd, as a container's entrypoint can"
    if not master.startswith("local"):
        raise UnsupportedSparkError(f"{what}: {remedy}")
    _warn_once(f"{what}: every user of this machine or container can run code in jobs. To prevent that, {remedy}")


@cache
def _warn_once(text: str) -> None:
    _log.warning("%s", text)


@cache
def _process_secret() -> str:
    """One secret for all contexts of this process, so that a JVM that was started early has it."""
    return secrets.token_hex(32)


def _cluster_secret(master: str, configuration: Configuration) -> str | None:
    configured = configuration.get(SPARK_SECRET_FILE)
    if configured:
        return read_secret(Path(configured).expanduser())[1]
    file = secret_file(cluster_folder())
    if not file.exists():
        return None
    url, secret = read_secret(file)
    return secret if url == master else None
