"""How a task's process ended: from its own last words, by its watchdog, to the driver."""

from __future__ import annotations

import queue
import subprocess
import sys
from typing import Any

import pytest

from pyrite.runtime.master.job_events import AliveEvent, DisconnectedEvent, Event
from pyrite.runtime.spark.driver.control_server import ControlServer
from pyrite.runtime.spark.task import watchdog
from pyrite.runtime.spark.task.watchdog import describe_end

SECRET = b"s" * 32
TASK = """
import ctypes, faulthandler, os, signal, sys, time
from pyrite.runtime.wire import messages
from pyrite.runtime.spark.control_protocol import Endpoint, connect
from pyrite.runtime.spark.task.watchdog import Lease, start_watchdog

def end():
    {end}

endpoint = Endpoint("127.0.0.1", int(sys.argv[1]), b"s" * 32, 1)
start_watchdog(endpoint, 1, 0, Lease(0.05, 15.0))
connection = connect(endpoint)
connection.register(messages.Register(1, 0, 1, "host", "executor", os.getpid(), 0))
sys.stdin.readline()
end()
"""


def end_of(code: str) -> str:
    """What the driver hears of a task that ends by this line."""
    events: queue.Queue[Event] = queue.Queue()
    server = ControlServer("127.0.0.1", SECRET, 1, events.put, lambda message: None)
    command = [sys.executable, "-c", TASK.format(end=code), str(server.port)]
    task = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        while not isinstance(events.get(timeout=30), AliveEvent):
            pass
        task.communicate("\n", timeout=30)
        event: Any = None
        while not isinstance(event, DisconnectedEvent):
            event = events.get(timeout=30)
        return event.how
    finally:
        task.kill()
        server.close()


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("ctypes.string_at(0)", "killed by SIGSEGV (Segmentation fault) in string_at, "),
        ("os.abort()", "killed by SIGABRT (Aborted) in end, <string>:8"),
        ("os.kill(os.getpid(), signal.SIGTERM); time.sleep(9)", "killed by SIGTERM in end, <string>:8"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "killed by SIGKILL"),
        (
            "signal.alarm(1); time.sleep(9)",
            "killed by SIGALRM in end, <string>:8, called by <module>, <string>:15: a timer of the process has expired",
        ),
        ("signal.setitimer(signal.ITIMER_PROF, 0.01); [0 for _ in range(10**9)]", "killed by SIGPROF in "),
        (
            "import resource; resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1, -1));"
            " [0 for _ in range(10**9)]",
            "killed by SIGXCPU in ",
        ),
        (
            "signal.signal(signal.SIGALRM, lambda *_: os.abort()); signal.alarm(1); time.sleep(9)",
            "killed by SIGABRT (Aborted) in <lambda>, <string>:8",
        ),
        (
            "r, w = os.pipe(); child = os.fork() or (os.write(w, b'x') and time.sleep(9)); os.read(r, 1); "
            "os.kill(child, signal.SIGTERM); os.waitpid(child, 0); os.abort()",
            "killed by SIGABRT (Aborted) in end, <string>:8",
        ),
    ],
)
def test_driver_hears_which_signal_has_killed_a_task(code: str, how: str) -> None:
    assert end_of(code).startswith(how)


WORDS = """Fatal Python error: Segmentation fault

Current thread 0x00007f (most recent call first):
  File "/usr/lib/python3.11/ctypes/__init__.py", line 519 in string_at
  File "/home/me/job.py", line 12 in crash
  File "{ours}/operators/stateless.py", line 70 in process_block
  File "{ours}/runtime/spark/task/task_shell.py", line 70 in run
"""


def test_end_names_the_line_and_the_function_that_was_called() -> None:
    reported = describe_end(WORDS.format(ours=watchdog._OURS), 0)
    assert reported == (
        "killed by SIGSEGV (Segmentation fault) in string_at, /usr/lib/python3.11/ctypes/__init__.py:519, "
        "called by crash, /home/me/job.py:12"
    )


def test_end_silently_is_blamed_on_memory_when_the_kernel_has_killed_for_it() -> None:
    assert "for lack of memory" in describe_end("", 1)
    assert "os._exit()" in describe_end("", 0)
