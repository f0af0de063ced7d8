"""FaultPlan: faults that a running process takes up while it runs, from a file that the supervisor changes."""

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
    """Sets what is to go wrong next; each plan has a marker file of its own, which tells of the hit."""
    write_whole(path, json.dumps({"PYRITE_FAULT": faults, "PYRITE_FAULT_ONCE": str(marker)}))


def write_no_plan(path: Path) -> None:
    """Nothing is to go wrong, for now."""
    write_whole(path, "{}")


def follow_plan(path: Path) -> None:
    """Takes up the plan now, and each later one soon; a process follows one. Without a file now, there is none ever.

    So a run without plans costs its tasks nothing.
    """
    if _following.is_set() or not path.exists():
        return
    _following.set()
    known = _take_up(path, "")
    threading.Thread(target=_follow, args=(path, known), daemon=True, name="fault-plan").start()


class FollowsPlan:
    """A function of a job, in whose tasks the plan is followed."""

    def __init__(self, plan: Path) -> None:
        self._plan = plan

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        follow_plan(self._plan)


def _follow(path: Path, known: str) -> None:
    while True:
        time.sleep(_POLL_S)
        known = _take_up(path, known)


def _take_up(path: Path, known: str) -> str:
    text = path.read_text()
    if text != known:
        plan = json.loads(text)
        fault_points.load(plan)
        for name in ("PYRITE_FAULT", "PYRITE_FAULT_ONCE"):  # for processes that this one starts
            os.environ.pop(name, None)
        os.environ.update(plan)
    return text
