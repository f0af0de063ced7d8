"""conf/masters and conf/workers: what they may say."""

from __future__ import annotations

from pathlib import Path
from typing import Optional

import pytest

from pyrite.cli.session_hosts import SessionHosts
from pyrite.core.errors import InvalidProgramError


def folder(path: Path, masters: Optional[str], workers: Optional[str]) -> Path:
    for name, text in (("masters", masters), ("workers", workers)):
        if text is not None:
            (path / name).write_text(text)
    return path


@pytest.mark.parametrize(
    ("masters", "workers", "expected"),
    [
        (None, "localhost\n", SessionHosts(None, None, 1)),
        ("localhost\n", "localhost\n# spare\n\n127.0.0.1  # second\n", SessionHosts(None, None, 2)),
        ("localhost:8091\n", "localhost", SessionHosts("127.0.0.1", 8091, 1)),
    ],
)
def test_files_say_what_to_start(tmp_path: Path, masters: Optional[str], workers: str, expected: SessionHosts) -> None:
    assert SessionHosts.of_folder(folder(tmp_path, masters, workers)) == expected


@pytest.mark.parametrize(
    ("masters", "workers", "reported"),
    [
        (None, None, "has no file 'workers': say --workers N"),
        (None, "# none\n", "names no worker"),
        ("a\nb\n", "localhost", "names 2 masters: one is supported"),
        ("localhost", "localhost\nnode2\n", "names 'node2': only localhost is supported"),
        ("localhost:web", "localhost", "expected HOST or HOST:PORT, not 'localhost:web'"),
    ],
)
def test_what_cannot_be_started_is_refused(
    tmp_path: Path, masters: Optional[str], workers: Optional[str], reported: str
) -> None:
    with pytest.raises(InvalidProgramError, match=reported):
        SessionHosts.of_folder(folder(tmp_path, masters, workers))


def test_missing_folder_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="there is no folder of the configuration"):
        SessionHosts.of_folder(None)
