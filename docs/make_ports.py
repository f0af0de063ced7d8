"""Writes docs/guide/ports.md from the declared listeners: python docs/make_ports.py"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.listeners import LISTENERS

PAGE: Final = Path(__file__).resolve().parent / "guide" / "ports.md"
HEAD: Final = """# Ports

*Generated from the declared listeners by [make_ports.py](../make_ports.py).*

These are all sockets on which processes of Pyrite and of its Spark listen. `pyrite info --ports` prints the same with
the values of your configuration, and `pyrite info --ports JOB.py` with those of a program. A test compares them with
the sockets of a running job. On a local master the driver's JVM is the executor. Options of Pyrite take a port, a list
or a range, such as `7000-7019`; Spark tries a port and up to `spark.port.maxRetries` next ones. The page about
[security](security.md) has more on what they ask for.

Commands on running jobs use Unix sockets, and so do Spark's JVM and its Python processes.
"""


def page() -> str:
    lines = [HEAD, "| process | listener | address | port | asks for |", "| --- | --- | --- | --- | --- |"]
    for listener in LISTENERS:
        host, port = listener.effective(Configuration())
        host_key, port_key = listener.keys
        cells = (listener.owner.value, listener.name, _cell(host_key, host), _cell(port_key, port), listener.asks)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _cell(key: str, default: str) -> str:
    return f"`{key}`: {default}" if key else default


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
