"""Socket window word count, with a text server in this process in place of `nc`."""

from __future__ import annotations

import io
import re
import socket
import threading
import time
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from pyrite.cli.main import main
from pyrite.cli.program.program import run_script
from pyrite.graph.executor import ExecutionContext

EXAMPLE = str(Path(__file__).resolve().parents[2] / "examples" / "streaming" / "socket_window_word_count.py")
WINDOW_S, SOON_S = 5, 150.0


class Terminal(io.StringIO):
    """Standard output that others can wait for."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = threading.Condition()

    def write(self, text: str) -> int:
        with self._changed:
            self._changed.notify_all()
            return super().write(text)

    def lines(self) -> list[str]:
        return sorted(self.getvalue().splitlines())

    def wait_for_lines(self, count: int, pattern: re.Pattern[str] = re.compile(".+")) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: len(pattern.findall(self.getvalue())) >= count, SOON_S)


class TextServer(threading.Thread):
    """Sends a line, waits for its window's results, sends another, and ends the connection in the midst of a window."""

    def __init__(self, terminal: Terminal) -> None:
        super().__init__(daemon=True)
        self._terminal = terminal
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    def run(self) -> None:
        connection, _ = self._listener.accept()
        with connection, self._listener:
            while time.time() % WINDOW_S > WINDOW_S - 1:
                time.sleep(0.05)  # a line that comes just when a window ends could be cut in two
            connection.sendall(b"to be or not to be\n")
            self._terminal.wait_for_lines(4)
            connection.sendall(b"that is the question\n")


def test_words_of_a_window_are_counted_and_an_open_window_is_dropped_at_the_end() -> None:
    terminal = Terminal()
    server = TextServer(terminal)
    server.start()
    with redirect_stdout(terminal):
        run_script(
            EXAMPLE,
            ["--hostname", "127.0.0.1", "--port", str(server.port)],
            ExecutionContext({"parallelism.default": "2"}),
        )
    server.join(SOON_S)
    assert terminal.lines() == ["be : 2", "not : 1", "or : 1", "to : 2"]


def test_missing_port_prints_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(["run", EXAMPLE])
    assert raised.value.code == 2
    output = capsys.readouterr().err
    assert output.startswith("usage: ") and "required: --port" in output
