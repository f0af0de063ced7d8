"""ControlServer: the driver's end of all connections of one attempt. Turns their messages into events.

One thread serves all connections: an event loop that never waits for a peer. Delivering printed and collected output,
which may block, is done by two other threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, Final, Optional

from pyrite.core.config.cluster_options import DRIVER_BIND_PORT
from pyrite.core.errors import ControlConnectionError
from pyrite.core.listener import listen_at_first
from pyrite.runtime.master.job_events import DisconnectedEvent, Event, MessageEvent, TaskId
from pyrite.runtime.spark.control_protocol import CHUNK_BYTES, ControlPeer, decode_registration, encode
from pyrite.runtime.spark.driver.control_roles import OutputRole, Role, TaskRole, WatchdogRole
from pyrite.runtime.spark.driver.output_thread import OutputThread
from pyrite.runtime.spark.task.task_output import RegisterOutput
from pyrite.runtime.spark.task.watchdog import RegisterWatchdog
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import WATCHDOG_GRACE_MS

_log = logging.getLogger(__name__)
_WATCHDOG_S: Final = 0.5
"""How long a closed task connection waits for the report of the watchdog, which sees the process end at once."""
_LOOK_S: Final = 0.5
"""The interval at which the server looks for tasks that accept no messages."""
_CLOSE_S: Final = 5.0
_MANY: Final = 100
"""From this many connections on, heartbeats are read in batches: waking up costs more than reading one."""
_REST_S: Final = 0.01
"""How long the loop rests after heartbeats, so that more arrive. An outgoing message ends the rest."""
_ATTENTIVE_S: Final = 1.0
"""How long the loop does not rest after any other message, since more messages are likely."""
_KILL: Final = encode("kill")
_KILL_NOW: Final = encode("kill now")
Registration = messages.Register | RegisterWatchdog | RegisterOutput
_REGISTRATIONS: Final[tuple[type[Registration], ...]] = (messages.Register, RegisterWatchdog, RegisterOutput)


class ControlServer:
    """Accepts tasks, their watchdogs and their output connections."""

    def __init__(
        self,
        host: str,
        secret: bytes,
        attempt: int,
        on_event: Callable[[Event], None],
        on_output: Callable[[Any], None],
        heartbeat_timeout_s: float = 15.0,
        ports: Sequence[int] = (0,),
    ) -> None:
        """`on_event` is called by the loop and must not block; `on_output` may block."""
        self.secret = secret
        self.chunk = memoryview(bytearray(CHUNK_BYTES))
        self._attempt = attempt
        self._on_event = on_event
        self._heartbeat_timeout_s = heartbeat_timeout_s
        self._roles: dict[ControlPeer, Optional[Role]] = {}
        """The roles of all connections; None: the peer has not sent its first message."""
        self._tasks: dict[TaskId, ControlPeer] = {}
        self._watchdogs: dict[TaskId, ControlPeer] = {}
        self._ends: dict[TaskId, Optional[str]] = {}
        """How the processes of tasks with a watchdog ended; None: not reported yet."""
        self._stalled: set[ControlPeer] = set()
        """Tasks that are being killed because they accept no messages."""
        self._awaited: dict[TaskId, asyncio.TimerHandle] = {}
        """Tasks whose connection is closed and whose watchdog may still report why."""
        self._texts = OutputThread("control-text", on_output)
        self._results = OutputThread("control-results", on_output)
        self._outputs: set[ControlPeer] = set()
        """Connections that may still deliver output: output connections, and connections without a role yet."""
        self._output_moved = threading.Condition()
        """Notified when output was delivered, and when no more will come."""
        self._failure: Optional[Exception] = None
        """The first error of a connection."""
        self._is_retired = False
        self._rests = False
        self._attentive_until = 0.0
        self._disturbed = threading.Event()
        listener = listen_at_first(host, ports, 1024, DRIVER_BIND_PORT.key)
        self.port: int = listener.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True, name="control")
        self._thread.start()
        self._listener: asyncio.Server = self._in_loop(self._listen(listener))

    # Called by other threads ------------------------------------------------------------------------------------------

    def send(self, task: TaskId, message: messages.JobMasterMessage) -> None:
        """Sends to a task without waiting for it.

        A task whose connection is broken, or that accepts nothing for a heartbeat timeout, is reported as disconnected.
        """
        self._call(self._send, task, encode(message))

    def kill_stragglers(self) -> None:
        """Tells the watchdogs to end their tasks soon."""
        self._call(lambda: self._kill(list(self._watchdogs)))

    def drain_outputs(self, timeout_s: float) -> Optional[Exception]:
        """Waits until all printed and collected output has arrived; returns the error if some could not be read.

        Gives up when nothing was delivered for the timeout.
        """
        with self._output_moved:
            while self._outputs and self._output_moved.wait(timeout_s):
                pass
        return self._failure

    def retire(self) -> None:
        """Closes all except the output connections: the tasks have ended, but their output may still arrive."""
        self._call(self._retire)

    def close(self) -> None:
        """Closes all connections and threads without waiting for output that is being delivered."""
        if self._loop.is_closed():
            return
        with contextlib.suppress(TimeoutError):
            self._in_loop(self._close_all())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_CLOSE_S)
        if not self._thread.is_alive():
            self._loop.close()
        self._texts.close()
        self._results.close()

    def _in_loop(self, work: Coroutine[Any, Any, Any]) -> Any:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        self._disturbed.set()
        return future.result(_CLOSE_S)

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(function, *arguments)
            self._disturbed.set()

    # The loop ---------------------------------------------------------------------------------------------------------

    async def _listen(self, listener: socket.socket) -> asyncio.Server:
        self._loop.call_later(_LOOK_S, self._lose_stalled)
        return await self._loop.create_server(lambda: ControlPeer(self), sock=listener, backlog=1024)

    async def _close_all(self) -> None:
        self._listener.close()
        for peer in list(self._roles):
            peer.close()
        while self._roles:
            await asyncio.sleep(0)  # until each has been reported as lost
        for task in list(self._awaited):
            self._on_task_end(task, "")

    def _retire(self) -> None:
        self._is_retired = True
        self._listener.close()
        for peer in (*self._tasks.values(), *self._watchdogs.values()):
            peer.close()

    def _send(self, task: TaskId, data: bytes) -> None:
        if task in self._tasks:
            self._tasks[task].send(data)

    def _kill(self, tasks: list[TaskId], how: bytes = _KILL) -> None:
        for task in tasks:
            if task in self._watchdogs:
                self._watchdogs[task].send(how)

    def _rest(self) -> None:
        """Waits for more heartbeats, unless there is other traffic."""
        self._rests = False
        if self._loop.time() >= self._attentive_until:
            self._disturbed.wait(_REST_S)
        self._disturbed.clear()

    def _lose_stalled(self) -> None:
        """Tells the watchdogs of tasks that accept no messages to kill them, so that they do no work when they wake up.

        The connection of a killed task closes. An unreachable task is given the time in which its watchdog kills it.
        """
        self._loop.call_later(_LOOK_S, self._lose_stalled)
        for task, peer in list(self._tasks.items()):
            if peer not in self._stalled and peer.stalled_s() > self._heartbeat_timeout_s:
                self._stalled.add(peer)
                self._kill([task], _KILL_NOW)
                self._ends[task] = f"it accepted no message for {self._heartbeat_timeout_s:g} s: frozen, or cut off"
                self._loop.call_later(WATCHDOG_GRACE_MS / 1000, peer.close)

    # Connections ------------------------------------------------------------------------------------------------------

    def peer_connected(self, peer: ControlPeer) -> None:
        self._roles[peer] = None
        with self._output_moved:
            self._outputs.add(peer)

    def peer_sent(self, peer: ControlPeer, messages: Iterator[bytes]) -> None:
        try:
            role = self._roles[peer] or self._first_role(peer, messages)
            if role is None or role.take(messages):
                self._attentive_until = self._loop.time() + _ATTENTIVE_S
            elif len(self._roles) >= _MANY and not self._rests:
                self._rests = True
                self._loop.call_soon(self._rest)
        except Exception as error:
            self._fail(self._roles[peer], error)
            peer.close()

    def peer_lost(self, peer: ControlPeer) -> None:
        role = self._roles.pop(peer)
        if role is None:
            self._has_no_output(peer)
        else:
            role.lost()

    def _first_role(self, peer: ControlPeer, received: Iterator[bytes]) -> Optional[Role]:
        """The peer's role by its first message; None if that is incomplete, or the peer belongs to another attempt."""
        data = next(received, None)
        if data is None:
            return None
        first = decode_registration(data, _REGISTRATIONS)
        peer.allow_silence()
        if first.attempt != self._attempt or (self._is_retired and not isinstance(first, RegisterOutput)):
            peer.close()
            return None
        self._roles[peer] = role = self._make_role((first.level, first.pid), peer, first)
        if not isinstance(role, OutputRole):
            self._has_no_output(peer)
        if isinstance(first, messages.Register):
            self._on_event(MessageEvent(role.task, first))
        return role

    def _make_role(self, task: TaskId, peer: ControlPeer, first: Registration) -> Role:
        if isinstance(first, messages.Register):
            self._tasks[task] = peer
            return TaskRole(task, peer, self._on_event, self._on_task_lost)
        if isinstance(first, RegisterWatchdog):
            self._watchdogs[task] = peer
            self._ends[task] = None
            return WatchdogRole(task, peer, self._on_event, self._on_task_end)
        thread = self._results if first.has_results else self._texts
        return OutputRole(task, peer, thread, self._call, self._on_delivery, self._has_no_output)

    def _fail(self, role: Optional[Role], error: Exception) -> None:
        """Fails the attempt. If the sender is unknown, only its connection is closed."""
        if role is not None and not isinstance(error, ControlConnectionError):
            error = ControlConnectionError(f"the driver could not handle a message: {type(error).__name__}: {error}")
        self._failure = self._failure or error
        if role is None:
            _log.warning("a connection of a task was closed: %s", error)
        else:
            self._on_event(MessageEvent(role.task, messages.Failed(error)))

    def _on_delivery(self, role: Role, error: Optional[Exception]) -> None:
        if error is not None:
            self._fail(role, error)
        with self._output_moved:
            self._output_moved.notify_all()

    def _has_no_output(self, peer: ControlPeer) -> None:
        with self._output_moved:
            self._outputs.discard(peer)
            if not self._outputs:
                self._output_moved.notify_all()

    # Ends of tasks ----------------------------------------------------------------------------------------------------

    def _on_task_lost(self, role: Role) -> None:
        """Reports a task as disconnected, with the report of its watchdog, which arrives at about the same time."""
        task = role.task
        if self._tasks.get(task) is role.peer:  # not if Spark has started the task again
            del self._tasks[task]
        how = self._ends.get(task, "")
        if how is None:
            self._awaited[task] = self._loop.call_later(_WATCHDOG_S, self._on_task_end, task, "")
        else:
            self._on_event(DisconnectedEvent(task, how))

    def _on_task_end(self, task: TaskId, how: str) -> None:
        """A watchdog has reported its task's end, has disconnected, or is late. Its first report counts."""
        how = self._ends[task] = self._ends[task] or how
        timer = self._awaited.pop(task, None)
        if timer is not None:
            timer.cancel()
            self._on_event(DisconnectedEvent(task, how))
