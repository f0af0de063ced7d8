"""The prompt of `pyrite sql`: statements over several lines, with a history of earlier lines."""

from __future__ import annotations

import contextlib
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pyrite.cli.sql.sql_client import SqlClient
from pyrite.core.errors import PyriteError
from pyrite.relational.sql.script import split_script

_PROMPT: Final = "Pyrite SQL> "
_MORE: Final = "> "
_FAILED: Final = "[ERROR] Could not execute SQL statement. Reason:"
_MAX_HISTORY: Final = 1000


def run_prompt(client: SqlClient) -> None:
    """Reads statements until QUIT or the end of input. Ctrl-C discards the current input."""
    print("Pyrite SQL. Statements end with a semicolon; HELP; lists them, QUIT; ends the session.")
    with _history():
        typed = ""
        while True:
            try:
                typed += input(_MORE if typed.strip() else _PROMPT) + "\n"
            except KeyboardInterrupt:
                print()
                typed = ""
                continue
            except EOFError:
                print()
                return
            if not is_complete(typed):
                continue
            text, typed = typed, ""
            if not _run_all(client, text):
                return


def is_complete(typed: str) -> bool:
    """Whether all statements end with a semicolon; comments may follow it."""
    return len(split_script(f"{typed}\nX")) > len(
        split_script(typed)
    )  # text after a semicolon begins another statement


def _run_all(client: SqlClient, text: str) -> bool:
    for statement in split_script(text):
        try:
            if not client.run(statement.text):
                return False
        except PyriteError as error:
            print(f"{_FAILED}\n{type(error).__name__}: {error}")
        except Exception:  # a bug of Pyrite, or of a user's function or connector: the session continues
            print(f"{_FAILED}\n{traceback.format_exc()}")
        except KeyboardInterrupt:
            print("interrupted")
    return True


@contextmanager
def _history() -> Iterator[None]:
    """Enables the history of earlier sessions, stored in the user's home with private access."""
    try:
        import readline
    except ImportError:  # Python without readline: no history
        yield
        return
    path = Path(os.environ.get("PYRITE_SQL_HISTORY", "~/.pyrite-sql-history")).expanduser()
    with contextlib.suppress(OSError):
        readline.read_history_file(path)
    readline.set_history_length(_MAX_HISTORY)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.touch(mode=0o600)
            readline.write_history_file(path)
