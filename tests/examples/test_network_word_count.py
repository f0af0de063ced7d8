"""Network word count: stopped with a savepoint, its map changed, started from there, and the counts continue."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from pyrite.cli.main import main
from pyrite.cli.program.program import run_script
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.graph.executor import ExecutionContext
from tests.examples.test_socket_window_word_count import SOON_S, Terminal

EXAMPLE = str(Path(__file__).resolve().parents[2] / "examples" / "streaming" / "network_word_count.py")
COUNT = re.compile(r"^(\w+) : (\d+)$", re.MULTILINE)


class TextServer(threading.Thread):
    """Sends a line; when the job has reported all of its words, has it stopped with a savepoint."""

    def __init__(self, terminal: Terminal, line: str, folder: Path) -> None:
        super().__init__(daemon=True)
        self._terminal = terminal
        self._line = line
        self._folder = folder
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    def run(self) -> None:
        connection, _ = self._listener.accept()
        with connection, self._listener:
            connection.sendall(f"{self._line}\n".encode())
            self._terminal.wait_for_lines(len(self._line.split()), COUNT)
            main(["stop", "-p", str(self._folder), "network word count"])


def counted(line: str, folder: Path, *arguments: str, savepoint: str = "") -> tuple[dict[str, int], str]:
    """What the job last reported of each word, and the savepoint with which it was stopped."""
    terminal = Terminal()
    server = TextServer(terminal, line, folder)
    server.start()
    settings = {"parallelism.default": "2", "execution.checkpointing.dir": f"{folder}/checkpoints"}
    if savepoint:
        settings["execution.state-recovery.path"] = savepoint
    with redirect_stdout(terminal):
        run_script(EXAMPLE, ["--port", str(server.port), *arguments], ExecutionContext(settings))
        server.join(SOON_S)
    output = terminal.getvalue()
    counts: dict[str, int] = {}
    for word, count in COUNT.findall(output):
        counts[word] = max(counts.get(word, 0), int(count))
    return counts, re.findall(r"^file:.*/savepoint-.*$", output, re.MULTILINE)[-1]


def test_counts_continue_in_the_next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    first, savepoint = counted("to be or not To be", tmp_path)
    assert first == {"to": 1, "To": 1, "be": 2, "or": 1, "not": 1}
    second, _ = counted("To BE", tmp_path, "--ignore-case", savepoint=savepoint)
    assert second == {"to": 2, "be": 3}
