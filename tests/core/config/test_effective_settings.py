"""Which settings apply where the program says nothing: files, PYRITE_PROPERTIES, the command line."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from pyrite.core.config import former_names
from pyrite.core.config.effective_settings import (
    Setting,
    configuration_file,
    configuration_folder,
    effective_settings,
    effective_values,
    program_folder,
)
from pyrite.core.errors import InvalidProgramError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder without a configuration, and no variables."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("PYRITE_CONF_DIR", raising=False)
    monkeypatch.delenv("PYRITE_PROPERTIES", raising=False)
    return home


def write(folder: Path, text: str, name: str = "config.yaml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return folder / name


def test_settings_are_none_when_nothing_is_configured(tmp_path: Path) -> None:
    assert effective_settings(tmp_path) == {}


def test_file_is_weaker_than_the_variable_and_that_than_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "conf", "a: file\nb: file\nc: file\n")
    monkeypatch.setenv("PYRITE_PROPERTIES", "b: variable\nc: variable")
    assert effective_settings(tmp_path, {"c": "line"}) == {
        "a": Setting("file", str(file)),
        "b": Setting("variable", "PYRITE_PROPERTIES"),
        "c": Setting("line", "command line"),
    }


def test_folder_that_the_variable_names_is_the_only_one(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home / ".pyrite" / "conf", "a: home\n")
    write(tmp_path / "conf", "a: beside\n")
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("PYRITE_CONF_DIR", str(tmp_path / "empty"))
    assert effective_settings(tmp_path) == {}


def test_folder_of_the_user_comes_before_the_one_beside_the_program(tmp_path: Path, home: Path) -> None:
    write(tmp_path / "conf", "a: beside\n")
    assert effective_values(tmp_path) == {"a": "beside"}
    write(home / ".pyrite" / "conf", "a: home\n")
    assert effective_values(tmp_path) == {"a": "home"}


def test_folder_that_does_not_exist_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRITE_CONF_DIR", str(tmp_path / "none"))
    with pytest.raises(InvalidProgramError, match=r"PYRITE_CONF_DIR = .*no such folder"):
        configuration_folder(tmp_path)


def test_yaml_comes_before_the_old_form(tmp_path: Path) -> None:
    old = write(tmp_path / "conf", "a: old\n", "flink-conf.yaml")
    assert configuration_file(tmp_path) == old
    new = write(tmp_path / "conf", "a: new\n")
    assert configuration_file(tmp_path) == new


def test_former_keys_are_overridden_by_present_ones_and_named_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(former_names, "_warned", set())
    write(tmp_path / "conf", "state.backend: rocksdb\nweb.port: 9000\n", "flink-conf.yaml")
    with caplog.at_level(logging.WARNING):
        values = [effective_values(tmp_path, {"state.backend.type": "hashmap"}) for _ in range(2)]
    assert values == [{"state.backend.type": "hashmap", "rest.port": "9000"}] * 2
    assert [record.getMessage() for record in caplog.records] == [
        "configuration key 'state.backend' is now called 'state.backend.type'",
        "configuration key 'web.port' is now called 'rest.port'",
    ]


def test_folder_of_the_program_is_that_of_its_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "job.py").touch()
    monkeypatch.setattr("sys.argv", [str(tmp_path / "job.py")])
    assert program_folder() == tmp_path
    monkeypatch.setattr("sys.argv", ["-c"])
    assert program_folder() == Path.cwd()


@pytest.mark.parametrize("name", ["", "config.yaml", "workers"])
def test_folder_beside_the_program_is_refused_when_others_can_write_to_it(name: str, tmp_path: Path) -> None:
    """Settings can run commands: env.java.home, env.ssh.opts."""
    folder = write(tmp_path / "conf", "env.java.home: /tmp/evil\n").parent
    (folder / "workers").touch()
    (folder / name).chmod(0o777)
    with pytest.raises(InvalidProgramError, match=r"other users can write to it .* PYRITE_CONF_DIR"):
        effective_settings(tmp_path)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder to another user")
def test_folder_of_another_user_beside_the_program_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path / "conf", "env.java.home: /tmp/evil\n").parent
    os.chown(folder, 65534, 65534)
    with pytest.raises(InvalidProgramError, match=r"another user's.*owner 65534"):
        effective_settings(tmp_path)
    monkeypatch.setenv("PYRITE_CONF_DIR", str(folder))
    assert effective_values(tmp_path) == {"env.java.home": "/tmp/evil"}
