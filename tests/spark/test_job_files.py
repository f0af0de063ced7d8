"""Files of the program beside its tasks: cached files, modules, archives and requirements."""

from __future__ import annotations

import base64
import hashlib
import importlib
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError, JobExecutionError
from pyrite.datastream import MapFunction, RuntimeContext, StreamExecutionEnvironment
from tests.spark.conftest import environment

MARK = "pyrite_test_"
"""Begins the names of archives, so that what is left of them can be found."""


def left_behind() -> list[Path]:
    return [*Path.cwd().glob(f"{MARK}*"), *Path.cwd().glob(f".{MARK}*")]


@pytest.fixture(autouse=True)
def leave_nothing_behind() -> Iterator[None]:
    yield
    for path in left_behind():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


class ReadInOpen(MapFunction):
    """Reads a cached file, a cached folder, and runs a cached program."""

    def open(self, runtime_context: RuntimeContext) -> None:
        cache = runtime_context.get_distributed_cache()
        self._words = Path(cache.get_file("words")).read_text()
        folder = Path(cache.get_file("folder"))
        self._folder = sorted((str(path.relative_to(folder)), path.read_text()) for path in folder.rglob("*.txt"))
        self._said = subprocess.run([cache.get_file("tool")], capture_output=True, text=True, check=True).stdout

    def map(self, value: Any) -> Any:
        return self._words, self._folder, self._said.strip()


class ReadAll(MapFunction):
    """Reads a cached file, imports a module, and looks into an archive."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._words = Path(runtime_context.get_distributed_cache().get_file("words")).read_text()

    def map(self, value: Any) -> Any:
        module = importlib.import_module(f"{MARK}module")
        return self._words, module.ANSWER, Path(f"{MARK}run#1.zip", "x.txt").read_text()


class ReadWords(MapFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._words = Path(runtime_context.get_distributed_cache().get_file("words")).read_text()

    def map(self, value: Any) -> Any:
        return self._words


def in_a_task(env: StreamExecutionEnvironment, func: Callable[[Any], Any] | MapFunction) -> Any:
    """What the function gives in a task."""
    (actual,) = env.from_collection([0]).map(func).execute_and_collect()
    return actual


def written(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def zipped(path: Path, **files: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return str(path)


def answer_of(*modules: str) -> Callable[[Any], list[Any]]:
    """A function that imports the modules in the task."""
    return lambda value: [importlib.import_module(module).ANSWER for module in modules]


def wheel(folder: Path, answer: int) -> None:
    """A package `pyrite_tiny` with an ANSWER, as pip takes it."""
    files = {
        "pyrite_tiny/__init__.py": f"ANSWER = {answer}\n",
        "pyrite_tiny-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: pyrite-tiny\nVersion: 1.0\n",
        "pyrite_tiny-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    lines = [f"{name},sha256={_digest(text)},{len(text.encode())}" for name, text in files.items()]
    record = "\n".join([*lines, "pyrite_tiny-1.0.dist-info/RECORD,,", ""])
    zipped(folder / "pyrite_tiny-1.0-py3-none-any.whl", **files, **{"pyrite_tiny-1.0.dist-info/RECORD": record})


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def test_cached_files_and_folders_are_there_in_open(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    env.register_cached_file(written(tmp_path / "words.txt", "a b"), "words")
    written(tmp_path / "data" / "one.txt", "1")
    written(tmp_path / "data" / "deep" / "two.txt", "2")
    env.register_cached_file(str(tmp_path / "data"), "folder")
    env.register_cached_file(written(tmp_path / "tool.sh", "#!/bin/sh\necho works\n"), "tool", executable=True)
    expected = "a b", [("deep/two.txt", "2"), ("one.txt", "1")], "works"
    assert in_a_task(env, ReadInOpen()) == expected


def test_files_with_unusual_names_reach_the_tasks(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    env.register_cached_file(Path(written(tmp_path / "my data" / "run#1 ä?.csv", "a b")).as_uri(), "words")
    env.add_python_file(written(tmp_path / "100% mine" / f"{MARK}module.py", "ANSWER = 1"))
    env.add_python_archive(zipped(tmp_path / f"{MARK}run#1.zip", **{"x.txt": "in the archive"}))
    words, answer, text = in_a_task(env, ReadAll())
    assert (words, answer, text) == ("a b", 1, "in the archive")


def test_file_that_is_not_there_is_refused_at_once(env: StreamExecutionEnvironment) -> None:
    adds: list[Callable[[str], None]] = [
        env.add_python_file,
        env.add_python_archive,
        env.set_python_requirements,
        lambda path: env.register_cached_file(path, "missing"),
    ]
    for add in adds:
        with pytest.raises(InvalidProgramError, match="there is no file /missing"):
            add("/missing")


def test_modules_packages_and_archives_of_them_can_be_imported(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    env.add_python_file(written(tmp_path / "pyrite_module.py", "ANSWER = 1"))
    written(tmp_path / "pyrite_package" / "__init__.py", "from pyrite_package.inner import ANSWER")
    written(tmp_path / "pyrite_package" / "inner.py", "ANSWER = 2")
    env.add_python_file(str(tmp_path / "pyrite_package"))
    written(tmp_path / "modules" / "pyrite_in_a_folder.py", "ANSWER = 3")
    env.add_python_file(str(tmp_path / "modules"))
    env.add_python_file(
        zipped(tmp_path / "zipped.zip", **{"pyrite_zipped.py": "ANSWER = 4", "pyrite_deep/__init__.py": "ANSWER = 5"})
    )
    names = ("pyrite_module", "pyrite_package", "pyrite_in_a_folder", "pyrite_zipped", "pyrite_deep")
    assert in_a_task(env, answer_of(*names)) == [1, 2, 3, 4, 5]


def test_archives_are_unpacked_in_the_tasks_folder(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    archive = zipped(tmp_path / f"{MARK}data.zip", **{"a.txt": "A", "deep/b.txt": "B"})
    env.add_python_archive(archive, f"{MARK}target")
    env.add_python_archive(archive)
    shutil.make_archive(str(tmp_path / "packed"), "gztar", tmp_path, f"{MARK}data.zip")
    env.add_python_archive(str(tmp_path / "packed.tar.gz"), f"{MARK}deep/packed")
    actual = in_a_task(
        env,
        lambda value: (
            Path(f"{MARK}target/a.txt").read_text(),
            Path(f"{MARK}data.zip/deep/b.txt").read_text(),
            sorted(path.name for path in Path(f"{MARK}deep/packed").iterdir()),
        ),
    )
    assert actual == ("A", "B", [f"{MARK}data.zip"])


def test_archives_leave_the_programs_own_folder_alone(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    """Two programs in one folder would take each other's; an archive that lies there would be in its own way."""
    env.add_python_archive(zipped(tmp_path / "data.zip", **{"a.txt": "A"}), f"{MARK}target")
    in_a_task(env, lambda value: value)
    assert left_behind() == []


def test_file_that_is_no_archive_is_reported(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    env.add_python_archive(written(tmp_path / f"{MARK}data.txt", "text"))
    with pytest.raises(JobExecutionError, match=r"data\.txt is not a supported archive: \.zip"):
        in_a_task(env, lambda value: value)


def test_requirements_that_cannot_be_installed_are_reported(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    wheel(tmp_path / "packages", 7)
    env.set_python_requirements(written(tmp_path / "needs.txt", "pyrite-missing==3\n"), str(tmp_path / "packages"))
    with pytest.raises(JobExecutionError, match=r"pip could not install needs\.txt: .*pyrite-missing==3"):
        in_a_task(env, lambda value: value)


def test_same_names_mean_other_files_in_the_next_job(tmp_path: Path) -> None:
    for number in (1, 2):
        env = environment()
        folder = tmp_path / str(number)
        env.register_cached_file(written(folder / "words.txt", f"words {number}"), "words")
        env.add_python_file(written(folder / "pyrite_again.py", f"ANSWER = {number}"))
        env.add_python_archive(zipped(folder / f"{MARK}again.zip", **{"a.txt": f"archive {number}"}))
        words = env.from_collection([0]).map(ReadWords())
        actual = words.map(
            lambda read: (read, *answer_of("pyrite_again")(0), Path(f"{MARK}again.zip/a.txt").read_text())
        )
        assert list(actual.execute_and_collect()) == [(f"words {number}", number, f"archive {number}")]


def test_requirements_are_installed_from_the_folder_of_packages_of_each_job(tmp_path: Path) -> None:
    for answer in (7, 8):
        env = environment()
        folder = tmp_path / str(answer)
        wheel(folder / "packages", answer)
        env.set_python_requirements(written(folder / "requirements.txt", "pyrite-tiny\n"), str(folder / "packages"))
        assert in_a_task(env, answer_of("pyrite_tiny")) == [answer]
