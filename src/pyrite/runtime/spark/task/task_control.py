"""TaskControl: a task's side of the control connection, with a thread for each direction."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Optional

from pyrite.core.errors import ControlConnectionError
from pyrite.runtime.spark.control_protocol import Connection
from pyrite.runtime.spark.task.mailbox import Mailbox
from pyrite.runtime.spark.task.stack_sampler import StackSampler
from pyrite.runtime.spark.task.state_uploads import StateUploads
from pyrite.runtime.spark.task.task_ending import TaskEnding
from pyrite.runtime.wire import messages
from pyrite.storage.fault_points import reaches_with


class TaskControl:
    """Passes the JobMaster's messages to the task's mailbox, and the task's messages and reports to the JobMaster."""

    def __init__(
        self,
        connection: Connection,
        mailbox: Mailbox,
        uploads: Optional[StateUploads],
        ending: TaskEnding,
        report: Callable[[], Any],
        report_interval_s: float,
    ) -> None:
        """Must be created in the thread that runs the task's functions."""
        self._connection = connection
        self._mailbox = mailbox
        self._uploads = uploads
        self._ending = ending
        self._report = report
        self._report_interval_s = report_interval_s
        self._outgoing: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._sampler = StackSampler(threading.get_ident(), self.put)

    def start(self) -> None:
        threading.Thread(target=self._listen, daemon=True, name="control-in").start()
        threading.Thread(target=self._send_outgoing, daemon=True, name="control-out").start()

    def put(self, message: messages.TaskMessage | messages.StacksSampled) -> None:
        """Queues a message for sending, in order."""
        self._outgoing.put(message)

    def flush(self, timeout_s: float) -> None:
        """Sends a last report; returns when that and all messages before it are sent."""
        self._outgoing.put(messages.Report(self._report()))
        done = threading.Event()
        self._outgoing.put(done)
        done.wait(timeout_s)

    def _listen(self) -> None:
        """Receives the JobMaster's messages; ends the task if the connection breaks."""
        while True:
            try:
                message = self._connection.receive()
            except (OSError, EOFError):
                self._ending.disconnected()
            except ControlConnectionError as error:  # the JobMaster answers with Cancel
                self._outgoing.put(messages.Failed(error))
                continue
            if isinstance(message, messages.SampleStacks):
                self._sampler.begin(message)
                continue
            if isinstance(message, messages.Cancel):
                self._mailbox.put_message(message)
                self._ending.cancel()
            if isinstance(message, messages.Abort) and self._uploads is not None:
                self._uploads.abort(message.checkpoint_id)
            if isinstance(message, messages.Trigger) and message.unaligned:
                self._mailbox.set_bounded(False)  # senders must make progress even if the main loop is busy
            self._mailbox.put_message(message)

    def _send_outgoing(self) -> None:
        """Sends the task's messages, and a report at every interval, even if the main loop is blocked."""
        next_report = time.monotonic()
        while True:
            try:
                message = self._outgoing.get(timeout=max(0.0, next_report - time.monotonic()))
            except queue.Empty:
                next_report += self._report_interval_s
                message = messages.Report(self._report())
            try:
                if isinstance(message, threading.Event):
                    message.set()
                else:
                    self._send(message)
            except OSError:
                os._exit(1)
            except Exception as error:  # the message cannot be pickled, and no part of it was sent
                reason = f"{type(message).__name__} cannot be sent to the driver: {type(error).__name__}: {error}"
                self._outgoing.put(messages.Failed(ControlConnectionError(reason)))

    @reaches_with({messages.Acknowledge: "task.acknowledge"})
    def _send(self, message: messages.TaskMessage | messages.StacksSampled) -> None:
        self._connection.send(message)
