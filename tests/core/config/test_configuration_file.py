"""Files of configurations: YAML, and the old, flat form."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from pyrite.core.config.configuration_file import read_configuration_file, read_lines, read_yaml
from pyrite.core.errors import InvalidProgramError

NESTED = """\
rest:
  port: 9000
  bind-port: 9000-9010   # both
parallelism.default: 02
state: {backend: {type: rocksdb}}
python.files: [a.py, 'b c.zip']
answer: yes
limit: 1_000
at: 12:30
"""


def test_yaml_is_read_flat_with_values_as_they_are_written() -> None:
    assert read_yaml(NESTED, "c") == {
        "rest.port": "9000",
        "rest.bind-port": "9000-9010",
        "parallelism.default": "02",
        "state.backend.type": "rocksdb",
        "python.files": ["a.py", "b c.zip"],
        "answer": "yes",
        "limit": "1_000",
        "at": "12:30",
    }


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n"])
def test_yaml_without_keys_is_empty(text: str) -> None:
    assert read_yaml(text, "c") == {}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a.b: 1\na:\n  b: 2\n", r"sets a\.b twice, in lines 1 and 3"),
        ("a: 1\na: 2\n", "sets a twice"),
        ("a:\n", "line 1: a has no value"),
        ("- a\n", "must be a mapping"),
        ("a: [1\n", "is not YAML: .*line 2"),
        ("? [a]\n: 1\n", "line 1: a key must be a word"),
    ],
)
def test_yaml_that_is_no_configuration_names_the_place(text: str, problem: str) -> None:
    with pytest.raises(InvalidProgramError, match=f"(?s){problem}"):
        read_yaml(text, "conf/config.yaml")


def test_lines_are_read_as_by_the_old_parser(caplog: pytest.LogCaptureFixture) -> None:
    text = "# head\n a.b :  c: d # why\n\ne: f\ne: g\nno colon\nk:v\nempty: \n: none\n"
    with caplog.at_level(logging.WARNING):
        assert read_lines(text, "flink-conf.yaml") == {"a.b": "c: d", "e": "g"}
    assert [record.args for record in caplog.records] == [("flink-conf.yaml", line) for line in (6, 7, 8, 9)]


def test_file_is_read_by_the_form_that_its_name_says(tmp_path: Path) -> None:
    for name in ("config.yaml", "flink-conf.yaml"):
        (tmp_path / name).write_text("env.java.opts: -Da: b\n" if name[0] == "f" else "a: {b: 1}\n")
    assert read_configuration_file(tmp_path / "config.yaml") == {"a.b": "1"}
    assert read_configuration_file(tmp_path / "flink-conf.yaml") == {"env.java.opts": "-Da: b"}


def test_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_bytes(b"a: \xff")
    with pytest.raises(InvalidProgramError, match=r"config\.yaml cannot be read"):
        read_configuration_file(tmp_path / "config.yaml")
