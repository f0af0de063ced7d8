"""ControlSocket: the socket on which the driver of one job accepts commands from other processes of the same user.

One thread serves all connections, by the protocol of `driver_protocol`. The answer to a command is sent when the
command is done. A disconnecting client has no effect on its command, and an error in this thread has no effect on the
job.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import queue
import selectors
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, Final, Optional

from pyrite.control.driver_protocol import answer_line, error_line, read_command
from pyrite.control.job_directory import GONE, ControlFolder, JobEntry
from pyrite.control.running_jobs import own_folder
from pyrite.core.clock import SystemClock
from pyrite.core.errors import PyriteError
from pyrite.core.job.commands import Command, Role
from pyrite.core.machine import peer_user

_log = logging.getLogger(__name__)
_LONGEST_LINE: Final = 1 << 20
_LAST_ANSWERS_S = 5.0
"""How long answers are still sent after the job has ended."""
_LOOK_S = 30.0
"""How often the thread checks that the socket's file still exists, so that other processes can connect."""

Run = Callable[[Command[Any]], Future[Any]]
AtEnd = Callable[[ControlFolder], None]
"""Called once the job has ended, before its entry moves from the running jobs to the ended ones."""


class ControlSocket:
    """Serves one job until it ends. `ended` returns the final status, None before the end; call `wake` at a change."""

    def __init__(
        self, entry: JobEntry, run: Run, ended: Callable[[], Optional[str]], at_end: Optional[AtEnd] = None
    ) -> None:
        before = _open.get(entry.job_id)
        if before is not None:
            before.close()  # an earlier job of this program with the same id
        self._entry = entry
        self._run = run
        self._ended = ended
        self._at_end = at_end
        self._folder: ControlFolder = own_folder()
        self._listener = self._folder.listen(entry)
        self._buffers: dict[socket.socket, bytes] = {}
        self._answers: queue.SimpleQueue[tuple[socket.socket, bytes]] = queue.SimpleQueue()
        self._awaited: dict[socket.socket, int] = {}
        self._waker, self._wakened = socket.socketpair()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True, name="control-socket")

    def start(self) -> None:
        _open[self._entry.job_id] = self
        self._thread.start()

    def wake(self, _: object = None) -> None:
        """Wakes the thread, which then checks whether the job has ended."""
        with contextlib.suppress(OSError):
            self._waker.send(b"!")

    def close(self) -> None:
        """Closes the socket after the pending answers have been sent."""
        self._closing.set()
        self.wake()
        self._thread.join(_LAST_ANSWERS_S + 1)

    # The thread -------------------------------------------------------------------------------------------------------

    def _serve(self) -> None:
        try:
            with selectors.DefaultSelector() as selector:
                self._selector = selector
                selector.register(self._listener, selectors.EVENT_READ)
                selector.register(self._wakened, selectors.EVENT_READ)
                self._serve_until_the_end()
                self._keep()
                self._leave()
                self._answer_the_last()
        except Exception as error:
            _log.warning("the control socket of job %s failed and is closed: %r", self._entry.job_id, error)
            with contextlib.suppress(OSError):
                self._leave()
        finally:
            _open.pop(self._entry.job_id, None)
            for connection in (*self._buffers, self._listener, self._waker, self._wakened):
                connection.close()

    def _serve_until_the_end(self) -> None:
        look_at = time.monotonic() + _LOOK_S
        while self._ended() is None and not self._closing.is_set():
            self._step(max(0.0, look_at - time.monotonic()))
            if time.monotonic() >= look_at:
                look_at += _LOOK_S
                self._listen_again_if_removed()

    def _answer_the_last(self) -> None:
        """Accepts no new clients; pending commands still get answers that are ready in time."""
        self._selector.unregister(self._listener)
        until = time.monotonic() + _LAST_ANSWERS_S
        while self._awaited and time.monotonic() < until:
            self._step(max(0.0, until - time.monotonic()))
        late = f"the job has ended ({self._ended() or GONE}) before the command was done"
        for connection in list(self._awaited):
            self._send(connection, error_line(PyriteError(late)))

    def _step(self, timeout_s: float) -> None:
        for key, _ in self._selector.select(timeout_s):
            ready = key.fileobj
            assert isinstance(ready, socket.socket)
            if ready is self._listener:
                self._accept()
            elif ready is self._wakened:
                ready.recv(4096)
            else:
                self._read(ready)
        while not self._answers.empty():
            self._send(*self._answers.get())

    def _accept(self) -> None:
        try:
            connection, _ = self._listener.accept()
        except OSError:
            return  # the client disconnected before it was accepted
        if not _is_of_this_user(connection):
            connection.close()
            return
        connection.settimeout(1.0)
        self._buffers[connection] = b""
        self._selector.register(connection, selectors.EVENT_READ)

    def _read(self, connection: socket.socket) -> None:
        try:
            data = connection.recv(1 << 16)
        except OSError:
            data = b""
        *lines, rest = (self._buffers[connection] + data).split(b"\n")
        if not data or len(rest) > _LONGEST_LINE:
            self._drop(connection)
            return
        self._buffers[connection] = rest
        for line in lines:
            self._begin(connection, line)

    def _begin(self, connection: socket.socket, line: bytes) -> None:
        self._awaited[connection] = self._awaited.get(connection, 0) + 1
        try:
            command = read_command(line)
        except (ValueError, PyriteError) as error:
            self._answers.put((connection, error_line(error)))
            return
        level = logging.DEBUG if command.role is Role.VIEW else logging.INFO
        _log.log(level, "job %s received the command: %s", self._entry.job_id, command)
        self._run(command).add_done_callback(lambda done: self._put(connection, done))

    def _put(self, connection: socket.socket, done: Future[Any]) -> None:
        """Called in the thread in which the command completes."""
        error = done.exception()
        line = answer_line(done.result()) if error is None else error_line(error)
        self._answers.put((connection, line))
        self.wake()

    def _send(self, connection: socket.socket, line: bytes) -> None:
        if connection not in self._awaited:
            return  # the client has disconnected
        self._awaited[connection] -= 1
        if not self._awaited[connection]:
            del self._awaited[connection]
        try:
            connection.sendall(line)
        except OSError:
            self._drop(connection)

    def _drop(self, connection: socket.socket) -> None:
        self._selector.unregister(connection)
        self._awaited.pop(connection, None)
        del self._buffers[connection]
        connection.close()

    # Staying reachable ------------------------------------------------------------------------------------------------

    def _listen_again_if_removed(self) -> None:
        """Listens again if the socket's file was removed: the session's folder vanishes at log-out."""
        if self._folder.holds(self._entry.job_id):
            return
        try:
            folder = own_folder()
            listener = folder.listen(self._entry)
        except (OSError, PyriteError) as error:
            _log.info("job %s cannot be reached by other processes: %s", self._entry.job_id, error)
            return
        self._selector.unregister(self._listener)
        self._listener.close()
        self._folder, self._listener = folder, listener
        self._selector.register(listener, selectors.EVENT_READ)

    def _keep(self) -> None:
        """Calls `at_end`, which writes the files that outlive the job."""
        try:
            if self._at_end is not None and self._ended() is not None:
                self._at_end(self._folder)
        except Exception as error:
            _log.warning("the final document of job %s could not be written: %s", self._entry.job_id, error)

    def _leave(self) -> None:
        ended = replace(self._entry, status=self._ended() or GONE, ended_ms=SystemClock().now_ms())
        with contextlib.suppress(FileNotFoundError):
            self._folder.forget(ended)


def _is_of_this_user(connection: socket.socket) -> bool:
    """Whether the client runs as this user. On a kernel that does not report it, the folder's mode alone protects."""
    return peer_user(connection) in (None, os.getuid())


_open: dict[str, ControlSocket] = {}
"""By job id."""


@atexit.register
def close_all() -> None:
    """Called when the program ends: answers clients that wait for a job's end, and removes the sockets' files."""
    for control in list(_open.values()):
        control.close()
