"""FaultPlan: faults that a running process reads from a file, which the supervisor changes."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from typing import Any

from chaos.run_folder import write_whole
from pyrite.storage import fault_points

_POLL_S = 0.02
_following = threading.Event()


def write_plan(path: Path, faults: str, marker: Path) -> None:
    """Sets the next fault; each plan has a marker file, which reports the hit."""
    write_whole(path, json.dumps({"PYRITE_FAULT": faults, "PYRITE_FAULT_ONCE": str(marker)}))


def write_no_plan(path: Path) -> None:
    """Sets no fault, for now."""
    write_whole(path, "{}")


def follow_plan(path: Path) -> None:
    """Follows the plan now and in future; a process follows one plan. Without a file now, the process never has one.

    So a run without plans costs its tasks nothing.
    """
    if _following.is_set() or not path.exists():
        return
    _following.set()
    current = _take_up(path, "")
    threading.Thread(target=_follow, args=(path, current), daemon=True, name="fault-plan").start()


class FollowsPlan:
    """A function of a job, whose tasks follow the plan."""

    def __init__(self, plan: Path) -> None:
        self._plan = plan

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        follow_plan(self._plan)


def _follow(path: Path, current: str) -> None:
    while True:
        time.sleep(_POLL_S)
        current = _take_up(path, current)


def _take_up(path: Path, current: str) -> str:
    text = path.read_text()
    if text != current:
        plan = json.loads(text)
        fault_points.load(plan)
        for name in ("PYRITE_FAULT", "PYRITE_FAULT_ONCE"):  # for processes that this one starts
            os.environ.pop(name, None)
        os.environ.update(plan)
    return text
