"""ClassArchive: the classes that Spark loads, in the form in which a JVM maps them into memory (class-data sharing).

With it Spark needs half the CPU to start. It is created once per Java and Spark, in the user's cache folder: the first
program records which classes are loaded and, if it ran a job and exits normally, leaves the dump to a background
process of the lowest priority (half a minute). If anything fails, Spark starts without the archive.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Optional

from pyrite.core.machine import command_of
from pyrite.storage.private_folder import user_cache
from pyrite.storage.scratch import scratch_folder

OFF = "PYRITE_CLASS_ARCHIVE"
"""Set to `off`: no archive is created or used."""
_MAIN_CLASS = "org.apache.spark.deploy.SparkSubmit"
_DAY_S = 86_400.0
_UNUSED_S = 30 * _DAY_S
_MAKE = 'nice -n 19 "$@" && mv -f "$NEW" "$ARCHIVE"; rm -f "$NEW" "$CLASSES"'


class ClassArchive:
    """The archive for one Spark and the Java that runs it."""

    def __init__(self, spark_home: Path, settings: Mapping[str, str]) -> None:
        own = os.environ.get("SPARK_SUBMIT_OPTS", "") + settings.get("spark.driver.extraJavaOptions", "")
        is_off = os.environ.get(OFF, "").lower() == "off" or "Archive" in own  # the user has configured another archive
        java = shutil.which(f"{os.environ['JAVA_HOME']}/bin/java" if "JAVA_HOME" in os.environ else "java")
        cache = None if is_off or java is None else user_cache()
        self._path: Optional[Path] = None
        if cache is not None and java is not None:
            self._path = cache / f"spark-{_key(Path(java).resolve(), spark_home)}.jsa"
        self._may_be_made = not own  # custom options, such as a debugger's port, are for one process
        self._classes = scratch_folder() / "classes"

    def options(self) -> list[str]:
        """The JVM options for using the archive, or for recording the classes that belong in it."""
        if self._path is None:
            return []
        if self._path.exists():
            with contextlib.suppress(OSError):
                os.utime(self._path)
            return [f"-XX:SharedArchiveFile={self._path}"]
        return [f"-XX:DumpLoadedClassList={self._classes}"] if self._may_be_made else []

    def make_at_exit(self, jvm: int) -> None:
        """Called when a job has finished in this JVM."""
        if self._path is None or self._path.exists() or not self._may_be_made:
            return
        command = command_of(jvm)
        if _MAIN_CLASS not in command:
            return
        options = command[: command.index(_MAIN_CLASS)]
        atexit.register(self._make, [option for option in options if "DumpLoadedClassList" not in option])
        self._may_be_made = False

    def _make(self, java: list[str]) -> None:
        assert self._path is not None
        if getattr(sys, "last_value", None) is not None:
            return  # the program did not exit normally: no archive is created
        with contextlib.suppress(OSError):
            _remove_old(self._path)
            self._path.with_suffix(".tried").touch(exist_ok=False)  # only one process creates it, at most once a day
            classes = self._path.with_suffix(".classes")
            whole_lines = self._classes.read_bytes().rpartition(b"\n")[0]  # the JVM is still writing
            classes.write_bytes(whole_lines + b"\n")
            new = self._path.with_suffix(".new")
            files = {"NEW": str(new), "ARCHIVE": str(self._path), "CLASSES": str(classes)}
            options = ["-Xshare:dump", f"-XX:SharedClassListFile={classes}", f"-XX:SharedArchiveFile={new}"]
            subprocess.Popen(
                ["/bin/sh", "-c", _MAKE, "sh", *java, *options],
                env={**os.environ, **files},
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )


def _key(java: Path, spark_home: Path) -> str:
    """A key for this Java and this Spark. The JVM itself checks that the jars match the archive."""
    release, jars = java.parent.parent / "release", spark_home / "jars"
    described = [str(java), str(jars)]
    with contextlib.suppress(OSError):
        described += [release.read_text(), str(jars.stat().st_mtime_ns)]
    return hashlib.sha256("\n".join(described).encode()).hexdigest()[:16]


def _remove_old(path: Path) -> None:
    """Removes archives that were not used for a long time, and the files of failed attempts."""
    now = time.time()
    for file in path.parent.glob("spark-*"):
        age_s = now - file.stat().st_mtime
        if age_s > (_UNUSED_S if file.suffix == ".jsa" else _DAY_S):
            file.unlink()
