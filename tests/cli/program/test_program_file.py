"""Programs in HDFS, as `pyrite run` and `pyrite info` take them."""

from __future__ import annotations

import uuid
from pathlib import Path

import click
import pytest

from pyrite.cli.main import main
from pyrite.cli.program.program_file import FOLDER_VARIABLE, local_program
from pyrite.core.config.configuration import Configuration
from pyrite.storage.open_store import open_store
from tests.hdfs_cluster import shared_hdfs

PROGRAM = """
from pyrite.datastream import StreamExecutionEnvironment
env = StreamExecutionEnvironment.get_execution_environment()
env.from_collection([1, 2, 3]).map(lambda n: 2 * n).print()
env.execute("doubles")
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "programs"))
    folder = f"{shared_hdfs().uri}/{uuid.uuid4().hex[:12]}"
    open_store(folder, Configuration()).write("doubles.py", PROGRAM.encode())
    return f"{folder}/doubles.py"


@pytest.mark.server
def test_program_in_hdfs_is_shown_and_run(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", program]) == 0
    assert "Flink slots" in capsys.readouterr().out
    assert main(["run", "-t", "collection", program]) == 0


@pytest.mark.server
def test_program_is_kept_under_its_contents_and_name(program: str) -> None:
    first = local_program(program, {})
    assert Path(first).name == "doubles.py"
    assert Path(first).read_text() == PROGRAM
    assert local_program(program, {}) == first
    folder, _, name = program.rpartition("/")
    open_store(folder, Configuration()).write(name, b"changed = 1\n")
    assert Path(local_program(program, {})).read_text() == "changed = 1\n"
    assert Path(first).read_text() == PROGRAM


@pytest.mark.server
def test_missing_program_is_named(program: str) -> None:
    with pytest.raises(click.UsageError, match=r"the program hdfs://.*doubles.py.py cannot be read: .*does not exist"):
        local_program(f"{program}.py", {})
