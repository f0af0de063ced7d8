"""Processes that do their work at once, and tell how long it took."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from typing import Any


def seconds_at_once(work: Callable[..., None], arguments: Iterable[tuple[Any, ...]]) -> list[float]:
    """Runs `work(pipe, *arguments)` in a process for each; it says 'ready', waits for 'go', and sends its seconds."""
    return [float(seconds) for seconds in told_at_once(work, arguments)]


def told_at_once(work: Callable[..., None], arguments: Iterable[tuple[Any, ...]]) -> list[Any]:
    """The same, for whatever each process sends at its end."""
    spawn = multiprocessing.get_context("spawn")
    pipes: list[Connection] = []
    processes = []
    for some in arguments:
        ours, theirs = spawn.Pipe()
        pipes.append(ours)
        processes.append(spawn.Process(target=work, args=(theirs, *some)))
        processes[-1].start()
    for pipe in pipes:
        pipe.recv()
    for pipe in pipes:
        pipe.send("go")
    report = [pipe.recv() for pipe in pipes]
    for process in processes:
        process.join()
    return report
