"""ControlServer: the driver's end of all connections of one attempt. Turns what arrives into events.

One thread serves all connections, however many: an event loop that never waits for a peer. What may wait, passing on
what tasks print and collect, is done by two more threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final, Optional

from pyrite.core.errors import ControlConnectionError
from pyrite.core.listener import listen_at
from pyrite.runtime.master.job_events import DisconnectedEvent, Event, MessageEvent, TaskId
from pyrite.runtime.spark.control_protocol import CHUNK_BYTES, ControlPeer, decode, encode
from pyrite.runtime.spark.driver.control_roles import OutputRole, Role, TaskRole, WatchdogRole
from pyrite.runtime.spark.driver.output_thread import OutputThread
from pyrite.runtime.spark.task.task_output import RegisterOutput
from pyrite.runtime.spark.task.watchdog import RegisterWatchdog
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import WATCHDOG_GRACE_MS

_log = logging.getLogger(__name__)
_WATCHDOG_S: Final = 0.5
"""How long the end of a task's connection waits for the word of its watchdog, which sees the process end at once."""
_LOOK_S: Final = 0.5
"""How often the server looks for tasks that accept nothing."""
_CLOSE_S: Final = 5.0
_MANY: Final = 100
"""With so many connections, heartbeats are read several at a time: waking up for one costs more than reading it."""
_REST_S: Final = 0.01
"""How long the loop rests after heartbeats, so that more of them have come. What is to be sent ends the rest."""
_ATTENTIVE_S: Final = 1.0
"""How long after any other message it does not rest: more will come, and may be waited for."""
_KILL: Final = encode("kill")
_KILL_NOW: Final = encode("kill now")


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
    ) -> None:
        """`on_event` is called by the loop and must not wait; `on_output` may."""
        self.secret = secret
        self.chunk = memoryview(bytearray(CHUNK_BYTES))
        self._attempt = attempt
        self._on_event = on_event
        self._heartbeat_timeout_s = heartbeat_timeout_s
        self._roles: dict[ControlPeer, Optional[Role]] = {}
        """Of all connections; None: the peer has not sent its first message."""
        self._tasks: dict[TaskId, ControlPeer] = {}
        self._watchdogs: dict[TaskId, ControlPeer] = {}
        self._ends: dict[TaskId, Optional[str]] = {}
        """How the processes of tasks with a watchdog have ended; None: it has not said."""
        self._stalled: set[ControlPeer] = set()
        """Tasks that are being killed, since they accept nothing."""
        self._awaited: dict[TaskId, asyncio.TimerHandle] = {}
        """Tasks whose connection is gone and whose watchdog may yet say why."""
        self._texts = OutputThread("control-text", on_output)
        self._results = OutputThread("control-results", on_output)
        self._outputs: set[ControlPeer] = set()
        """Connections of which there may be output to come: output connections, and those that are not known yet."""
        self._output_moved = threading.Condition()
        """Notified when output was passed on, and when no more of it is to come."""
        self._failure: Optional[Exception] = None
        """What was the first to go wrong with a connection."""
        self._is_retired = False
        self._rests = False
        self._attentive_until = 0.0
        self._disturbed = threading.Event()
        listener = listen_at(host, 0, backlog=1024)
        self.port: int = listener.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True, name="control")
        self._thread.start()
        self._listener: asyncio.Server = self._in_loop(self._listen(listener))

    # What other threads call ------------------------------------------------------------------------------------------

    def send(self, task: TaskId, message: messages.JobMasterMessage) -> None:
        """Sends to a task, and never waits for it.

        One whose connection is broken, or that accepts nothing for a heartbeat timeout, is reported as disconnected.
        """
        self._call(self._send, task, encode(message))

    def kill_stragglers(self) -> None:
        """Tells the watchdogs that their tasks must be gone soon."""
        self._call(lambda: self._kill(list(self._watchdogs)))

    def drain_outputs(self, timeout_s: float) -> Optional[Exception]:
        """Waits until what tasks have printed and collected has arrived; returns why some of it could not be read.

        It gives up when nothing was passed on for the timeout.
        """
        with self._output_moved:
            while self._outputs and self._output_moved.wait(timeout_s):
                pass
        return self._failure

    def retire(self) -> None:
        """Ends everything but the output connections: their tasks are gone, but not all that they sent has arrived."""
        self._call(self._retire)

    def close(self) -> None:
        """Ends all connections and threads, but does not wait for output that is being passed on."""
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
        """Lets heartbeats gather, unless there is other traffic."""
        self._rests = False
        if self._loop.time() >= self._attentive_until:
            self._disturbed.wait(_REST_S)
        self._disturbed.clear()

    def _lose_stalled(self) -> None:
        """A task accepts nothing: its watchdog is to kill it, so that it does nothing more when it wakes.

        Its connection closes with it. One that cannot be reached is waited for until its own watchdog has killed it.
        """
        self._loop.call_later(_LOOK_S, self._lose_stalled)
        for task, peer in list(self._tasks.items()):
            if peer not in self._stalled and peer.stalled_s() > self._heartbeat_timeout_s:
                self._stalled.add(peer)
                self._kill([task], _KILL_NOW)
                self._ends[task] = f"it accepted no message for {self._heartbeat_timeout_s:g} s: frozen, or cut off"
                self._loop.call_later(WATCHDOG_GRACE_MS / 1000, peer.close)

    # Connections ------------------------------------------------------------------------------------------------------

    def peer_made(self, peer: ControlPeer) -> None:
        self._roles[peer] = None
        with self._output_moved:
            self._outputs.add(peer)

    def peer_sent(self, peer: ControlPeer, messages: Iterator[memoryview]) -> None:
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

    def _first_role(self, peer: ControlPeer, messages: Iterator[memoryview]) -> Optional[Role]:
        """What the peer is, by its first message; None if that is not complete, or the peer is not of this attempt."""
        data = next(messages, None)
        if data is None:
            return None
        first = decode(data)
        peer.allow_silence()
        if first.attempt != self._attempt or (self._is_retired and not isinstance(first, RegisterOutput)):
            peer.close()
            return None
        self._roles[peer] = role = self._make_role((first.level, first.pid), peer, first)
        if not isinstance(role, OutputRole):
            self._has_no_output(peer)
        if isinstance(role, TaskRole):
            self._on_event(MessageEvent(role.task, first))
        return role

    def _make_role(self, task: TaskId, peer: ControlPeer, first: Any) -> Role:
        if isinstance(first, messages.Register):
            self._tasks[task] = peer
            return TaskRole(task, peer, self._on_event, self._on_task_lost)
        if isinstance(first, RegisterWatchdog):
            self._watchdogs[task] = peer
            self._ends[task] = None
            return WatchdogRole(task, peer, self._on_event, self._on_task_end)
        if not isinstance(first, RegisterOutput):
            raise ControlConnectionError(f"a connection begins with {type(first).__name__}, which is not known here")
        thread = self._results if first.has_results else self._texts
        return OutputRole(task, peer, thread, self._call, self._on_delivery, self._has_no_output)

    def _fail(self, role: Optional[Role], error: Exception) -> None:
        """Fails the attempt, unless the sender is unknown, which sees its connection closed."""
        if role is not None and not isinstance(error, ControlConnectionError):
            error = ControlConnectionError(f"the driver failed at a message: {type(error).__name__}: {error}")
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
        """Reports a task as disconnected, with the word of its watchdog, which comes at the same moment."""
        task = role.task
        if self._tasks.get(task) is role.peer:  # not one of a task that Spark has started twice
            del self._tasks[task]
        how = self._ends.get(task, "")
        if how is None:
            self._awaited[task] = self._loop.call_later(_WATCHDOG_S, self._on_task_end, task, "")
        else:
            self._on_event(DisconnectedEvent(task, how))

    def _on_task_end(self, task: TaskId, how: str) -> None:
        """A watchdog has said how its task ended, is gone, or is not waited for any longer. Its first word counts."""
        how = self._ends[task] = self._ends[task] or how
        timer = self._awaited.pop(task, None)
        if timer is not None:
            timer.cancel()
            self._on_event(DisconnectedEvent(task, how))
