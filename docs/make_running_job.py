"""Draws docs/running_job.svg: the terminal of `make demo` after its second checkpoint: python docs/make_running_job.py

The demo runs in a pseudo-terminal, and what stands on its screen when the progress display counts two checkpoints is
drawn. That needs Spark and a quiet machine, so no test draws the picture again.
"""

from __future__ import annotations

import io
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

DOCS: Final = Path(__file__).resolve().parent
COMMAND: Final = (str(Path(sys.executable).with_name("pyrite")), "run", "examples/streaming/fraud_detection.py")
COLUMNS, LINES, ABOVE = 116, 40, 4
"""ABOVE: as many lines of output are shown above the display."""
WANTED: Final = re.compile(r"\bdelay p50 .*\b2 checkpoints\b")

_CONTROL = re.compile(r"(\r?\n|\r|\x1b\[\d*A|\x1b\[2K|\x1b\[\?25[lh])")
_THEME = TerminalTheme(
    (255, 255, 255),
    (31, 41, 51),
    [
        (31, 41, 51),
        (179, 56, 44),
        (79, 157, 105),
        (201, 138, 59),
        (74, 127, 193),
        (120, 80, 150),
        (60, 140, 150),
        (82, 96, 109),
    ],
)
_FORMAT = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img">
<title>make demo: the progress display of a running job</title>
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace;
font-size: {char_height}px; line-height: {line_height}px; white-space: pre; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: system-ui, sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


class Screen:
    """What stands on a terminal, as far as rich's live displays need it: whole lines, moves up, erased lines."""

    def __init__(self) -> None:
        self.lines = [""]
        self._row = 0

    def write(self, text: str) -> None:
        for part in _CONTROL.split(text):
            if part in ("\n", "\r\n"):
                self._row += 1
                if self._row == len(self.lines):
                    self.lines.append("")
            elif part.endswith("A") and part.startswith("\x1b["):
                self._row = max(0, self._row - int(part[2:-1] or 1))
            elif part == "\x1b[2K":
                self.lines[self._row] = ""
            elif part not in ("", "\r", "\x1b[?25l", "\x1b[?25h"):
                self.lines[self._row] += part


def demo_screen() -> list[str]:
    """Runs the demo until the display is as WANTED, and cancels it."""
    screen = Screen()
    leader, follower = pty.openpty()
    sizes = {"COLUMNS": str(COLUMNS), "LINES": str(LINES), "TERM": "xterm-256color"}
    job = subprocess.Popen(COMMAND, cwd=DOCS.parent, stdout=follower, stderr=follower, env={**os.environ, **sizes})
    os.close(follower)
    try:
        for frame in _frames(leader):
            screen.write(frame)
            if any(WANTED.search(line) for line in screen.lines):
                return screen.lines
    finally:
        job.send_signal(signal.SIGINT)
        while _read(leader):
            pass
        job.wait(60)
    raise RuntimeError("the demo ended before its display was as wanted: " + "\n".join(screen.lines))


def _frames(leader: int) -> Iterator[str]:
    """What comes, cut before each move of the cursor to the beginning of the display."""
    waiting = ""
    while data := _read(leader):
        waiting += data
        *whole, waiting = re.split(r"(?=\r\x1b\[2K)", waiting)
        yield from whole
    yield waiting


def _read(leader: int) -> str:
    try:
        return os.read(leader, 65536).decode(errors="replace")
    except OSError:  # the other end is closed
        return ""


def draw(lines: list[str]) -> str:
    """The last lines of a screen as SVG, with the command above them."""
    top = next(number for number, line in enumerate(lines) if WANTED.search(line))
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text("$ make demo", style="bold"))
    for line in lines[max(0, top - ABOVE) :]:
        console.print(Text.from_ansi(line), soft_wrap=True)
    return console.export_svg(title="fraud detection", theme=_THEME, code_format=_FORMAT, unique_id="job")


if __name__ == "__main__":
    (DOCS / "running_job.svg").write_text(draw(demo_screen()), encoding="utf-8")
