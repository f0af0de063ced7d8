"""Tables on a terminal and elsewhere."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from pyrite.cli.output.table import print_table

_PROGRAM = (
    "from pyrite.cli.output.table import print_table; print_table(('status', 'name'), [('RUNNING', '[bold]words')])"
)


def test_table_is_plain_columns_when_it_is_piped(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("status", "name"), [("RUNNING", "[bold]words"), ("RESTARTING", "x")])
    assert capsys.readouterr().out == "status      name\nRUNNING     [bold]words\nRESTARTING  x\n"


def on_terminal(**settings: str) -> str:
    """What the program shows on a terminal."""
    ours, its = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **settings}
    with subprocess.Popen([sys.executable, "-c", _PROGRAM], stdout=its, env=environment) as process:
        assert process.wait(60) == 0
    os.close(its)
    try:
        return os.read(ours, 10_000).decode()
    finally:
        os.close(ours)


def test_table_has_colours_on_a_terminal() -> None:
    shown = on_terminal()
    assert "\x1b[32mRUNNING" in shown
    assert "[bold]words" in shown


def test_table_has_no_colours_when_they_are_turned_off() -> None:
    shown = on_terminal(NO_COLOR="1")
    assert "\x1b[32m" not in shown
    assert "RUNNING" in shown
