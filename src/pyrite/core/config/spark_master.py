"""The Spark master of a job, from the program, `spark-defaults.conf` and the installed package."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import SPARK_MASTER
from pyrite.core.errors import UnsupportedSparkError

_SETTING = re.compile(r"\s*(spark\.[^\s=:]+)(?:\s*[=:]\s*|\s+)(.*?)\s*$")


def is_local(master: str) -> bool:
    """Whether the master runs its tasks on this machine, with access to its files."""
    return re.match(r"local(-cluster)?(\[|$)", master) is not None or is_on_loopback(master)


def is_on_loopback(master: str) -> bool:
    """Whether it is a standalone master on loopback, such as `pyrite cluster` starts."""
    return re.fullmatch(r"spark://(127\.[\d.]+|localhost):\d+", master) is not None


def spark_master(configuration: Configuration) -> str:
    """The program's master, else the master of `spark-defaults.conf`, else this machine."""
    if configuration.contains(SPARK_MASTER):
        return configuration.get(SPARK_MASTER)
    return spark_defaults().get(SPARK_MASTER.key, SPARK_MASTER.default)


@cache
def spark_defaults() -> dict[str, str]:
    """The settings of `spark-defaults.conf`, which apply unless the program sets them."""
    folder = Path(os.environ["SPARK_CONF_DIR"]) if "SPARK_CONF_DIR" in os.environ else spark_home() / "conf"
    try:
        lines = (folder / "spark-defaults.conf").read_text(errors="replace").splitlines()
    except OSError:
        return {}
    settings = [_SETTING.match(line) for line in lines]
    return {setting[1]: setting[2] for setting in settings if setting is not None}


def spark_home() -> Path:
    """SPARK_HOME, or the folder of the package pyspark, which is located without the slow import."""
    if path := os.environ.get("SPARK_HOME"):
        if not (Path(path) / "bin" / "spark-submit").is_file():
            what = "has no bin/spark-submit" if Path(path).is_dir() else "is no folder"
            raise UnsupportedSparkError(
                f"SPARK_HOME = '{path}' {what}: unset it to use the Spark of the package pyspark, or set it to the "
                "folder of a Spark 4.3"
            )
        return Path(path)
    package = find_spec("pyspark")
    if package is None or package.origin is None:
        raise UnsupportedSparkError("the package pyspark is not installed: pip install 'pyspark==4.3.*'")
    folder = Path(package.origin).parent
    downloaded = folder / "spark-distribution"
    return downloaded if downloaded.is_dir() else folder
