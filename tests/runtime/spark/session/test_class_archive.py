"""The archive of Spark's classes: made once, in the background, by a program that has ended in order."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pyrite.runtime.spark.session.class_archive import OFF, ClassArchive
from tests.spark.processes import wait_until

LONG_S = 120.0
JAVA = [
    "/bin/sh",
    "-c",
    'for option do case $option in -XX:SharedArchiveFile=*) echo made > "${option#*=}"; esac; done',
]
"""Stands in for a Java that makes an archive."""
BROKEN = ["/bin/sh", "-c", "exit 1"]


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("SPARK_SUBMIT_OPTS", raising=False)
    monkeypatch.delattr(sys, "last_value", raising=False)
    return tmp_path / "pyrite"


def archive(**settings: str) -> ClassArchive:
    made = ClassArchive(Path("/spark"), settings)
    made._classes.write_text("java/lang/Object\njava/lang/Str")
    return made


def jsa(cache: Path) -> list[str]:
    return [file.read_text() for file in cache.glob("*.jsa")]


def test_first_program_notes_classes_and_the_next_one_uses_the_archive(cache: Path) -> None:
    first = archive()
    (option,) = first.options()
    assert option.startswith("-XX:DumpLoadedClassList=")
    first._make(JAVA)
    wait_until(lambda: jsa(cache) == ["made\n"], LONG_S, "an archive")
    (option,) = archive().options()
    assert option == f"-XX:SharedArchiveFile={next(cache.glob('*.jsa'))}"
    wait_until(lambda: not list(cache.glob("*.classes")), LONG_S, "the list of classes is removed")


def test_only_whole_lines_of_the_list_that_the_jvm_still_writes_are_taken(cache: Path) -> None:
    archive()._make(["/bin/sh", "-c", f'cp "$CLASSES" {cache}/copy && mv {cache}/copy {cache}/seen'])
    wait_until((cache / "seen").exists, LONG_S, "the list")
    assert (cache / "seen").read_text() == "java/lang/Object\n"


def test_archive_that_could_not_be_made_is_not_tried_again_that_day(cache: Path) -> None:
    archive()._make(BROKEN)
    wait_until(lambda: not list(cache.glob("*.classes")), LONG_S, "the attempt has ended")
    archive()._make(JAVA)
    assert not list(cache.glob("*.classes"))
    (tried,) = cache.glob("*.tried")
    os.utime(tried, (0, 0))
    archive()._make(JAVA)
    wait_until(lambda: jsa(cache) == ["made\n"], LONG_S, "an archive")


def test_program_that_ends_with_an_error_leaves_no_process_behind(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "last_value", KeyboardInterrupt(), raising=False)
    archive()._make(JAVA)
    assert not list(cache.glob("spark-*"))


def test_archive_is_off_when_the_user_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OFF, "off")
    assert archive().options() == []


def test_archive_of_the_users_own_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPARK_SUBMIT_OPTS", "-XX:SharedArchiveFile=mine.jsa")
    assert archive().options() == []


def test_archive_is_not_made_of_a_jvm_with_options_of_the_users_own() -> None:
    assert archive(**{"spark.driver.extraJavaOptions": "-agentlib:jdwp=address=5005"}).options() == []


def test_spark_starts_without_an_archive_where_no_cache_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrite.runtime.spark.session.class_archive.user_cache", lambda: None)
    assert archive().options() == []
