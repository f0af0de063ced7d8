"""WebhookSource: reads the bodies of HTTP requests as records."""

from __future__ import annotations

import sys
import threading
import weakref
from collections import deque
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Final, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.base.static_split_enumerator import StaticSplitEnumerator
from pyrite.core.config.checkpoint_options import CHECKPOINTING_INTERVAL
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, AT_MOST_ONCE, Declaration, Guarantee
from pyrite.core.connector.serialization import DeserializationSchema
from pyrite.core.connector.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted

LATE = Guarantee(AT_LEAST_ONCE, "requests are answered after the checkpoint; callers repeat unanswered requests")
AT_ONCE = Guarantee(AT_MOST_ONCE, "requests are answered before the checkpoint: no replay")
UNCHECKED = Guarantee(AT_MOST_ONCE, "without checkpoints requests are answered immediately: no replay")
_MAX_WAITING: Final = 10_000
_MAX_BYTES: Final = 16 << 20
_MOST_DIGITS: Final = 15


@persisted("http-listener-split/1")
@dataclass(frozen=True)
class ListenerSplit:
    """The split: the port."""

    split_id: str = "door"


class _Request:
    """A body, and the pending answer of its handler."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.done = threading.Event()


class _Inbox:
    """The requests that are not polled yet."""

    def __init__(self, path: str, answers_late: bool, timeout_s: float) -> None:
        self.path = path
        self.answers_late = answers_late
        self.timeout_s = timeout_s
        self._requests: deque[_Request] = deque()
        self._changed = threading.Condition()

    def put(self, request: _Request) -> bool:
        """Adds a request. False if too many requests are waiting."""
        with self._changed:
            if len(self._requests) >= _MAX_WAITING:
                return False
            self._requests.append(request)
            self._changed.notify()
            return True

    def take(self, most: int, timeout_ms: int) -> list[_Request]:
        with self._changed:
            if not self._requests and timeout_ms:
                self._changed.wait(timeout_ms / 1000)
            return [self._requests.popleft() for _ in range(min(most, len(self._requests)))]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    inbox: ClassVar[_Inbox]

    def do_POST(self) -> None:
        inbox = self.inbox
        body = self._body()
        if body is None:
            return
        request = _Request(body)
        if self.path.partition("?")[0] != inbox.path:
            self._answer(404, f"send records to {inbox.path}")
        elif not inbox.put(request):
            self._answer(503, "too many requests are waiting: try again")
        elif not inbox.answers_late:
            self._answer(202, "")
        elif request.done.wait(inbox.timeout_s):
            self._answer(200, "")
        else:
            self._answer(504, "no checkpoint in time: try again")

    do_PUT = do_POST

    def _body(self) -> Optional[bytes]:
        """The body. None after an error answer; the rest of the connection is then unreadable."""
        lengths = set(self.headers.get_all("Content-Length", []))
        length = lengths.pop() if len(lengths) == 1 and "Transfer-Encoding" not in self.headers else ""
        if not (length.isascii() and length.isdigit()):
            self._answer(411, "Content-Length is required, as a number", closes=True)
        elif len(length) > _MOST_DIGITS or int(length) > _MAX_BYTES:
            self._answer(413, f"Content-Length must be at most {_MAX_BYTES}", closes=True)
        elif len(body := self.rfile.read(int(length))) < int(length):
            self._answer(400, f"the body ended after {len(body)} of {length} bytes", closes=True)
        else:
            return body
        return None

    def _answer(self, status: int, text: str, closes: bool = False) -> None:
        self.send_response(status)
        if closes:
            self.send_header("Connection", "close")
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing: requests do not belong in the job's log."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores errors of disconnected callers, which may repeat their requests."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class WebhookReader(SourceReader[ListenerSplit]):
    """Listens while it has the split."""

    def __init__(self, source: WebhookSource, decoder: Decoder, checkpointing: bool) -> None:
        self._source = source
        self._decoder = decoder
        self._late = source.answers_late and checkpointing
        self._inbox = _Inbox(source.path, self._late, source.timeout_ms / 1000)
        self._split: Optional[ListenerSplit] = None
        self._complete = False
        self._polled: list[_Request] = []
        self._unanswered: list[tuple[int, list[_Request]]] = []
        self._end: Optional[weakref.finalize[..., WebhookReader]] = None

    def add_splits(self, splits: list[ListenerSplit]) -> None:
        self._split = splits[0]
        source = self._source
        handler = type("Handler", (_Handler,), {"inbox": self._inbox})
        try:
            server = _Server((source.host, source.port), handler)
        except OSError as error:
            raise ConnectorError(f"WebhookSource cannot listen at {source.host}:{source.port}: {error}") from None
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True, name="webhook").start()
        self._end = weakref.finalize(self, _close, server)

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._split is None:
            return END_OF_INPUT if self._complete else None
        requests = self._inbox.take(max_records, timeout_ms)
        if not requests:
            return None
        values, _ = self._decoder.decode(
            [request.body for request in requests], lambda index: f"a request to {self._source.path}"
        )
        if self._late:
            self._polled.extend(requests)
        return SourceBlock(self._split.split_id, values)

    def snapshot_state(self, checkpoint_id: int) -> list[ListenerSplit]:
        if self._polled:
            self._unanswered.append((checkpoint_id, self._polled))
            self._polled = []
        return [] if self._split is None else [self._split]

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        for number, requests in self._unanswered:
            if number <= checkpoint_id:
                for request in requests:
                    request.done.set()
        self._unanswered = [entry for entry in self._unanswered if entry[0] > checkpoint_id]

    def close(self) -> None:
        if self._end is not None:
            self._end()


def _close(server: ThreadingHTTPServer) -> None:
    server.shutdown()
    server.server_close()


@persisted("http-webhook-source/1")
class WebhookSource(Source[ListenerSplit]):
    """Accepts POST and PUT requests at a path. Each body is a record. One task listens, at `host` on its machine.

    With checkpoints, a request is answered with 200 when its checkpoint is complete: at least once, if callers repeat
    requests without this answer. With `answer_at_once` it is answered with 202 immediately: records that are not in a
    checkpoint are lost if the job fails.
    """

    declaration: ClassVar[Declaration] = Declaration(
        "webhook", (LATE, AT_ONCE), needs="callers that repeat requests until the answer is 200", tried_with="HTTP/1.1"
    )

    def __init__(
        self,
        port: int,
        deserialization_schema: DeserializationSchema,
        path: str = "/",
        host: str = "127.0.0.1",
        answer_at_once: bool = False,
        timeout_ms: int = 60_000,
    ) -> None:
        """After `timeout_ms` without a checkpoint, a request is answered with 504."""
        if not isinstance(port, int) or not 0 < port < 65536:
            raise InvalidProgramError(f"the port must be a number from 1 to 65535, not {port!r}")
        if not path.startswith("/"):
            raise InvalidProgramError(f"the path must begin with a slash: {path!r}")
        if not isinstance(timeout_ms, int) or timeout_ms < 1:
            raise InvalidProgramError(f"timeout_ms must be at least 1, not {timeout_ms!r}")
        self.host = host
        self.port = port
        self.path = path
        self.answers_late = not answer_at_once
        self.timeout_ms = timeout_ms
        self._schema = deserialization_schema
        self._bad_records = BadRecords.FAIL
        self._settings: Optional[Configuration] = None

    def set_bad_records(self, policy: BadRecords) -> WebhookSource:
        """Sets the policy for bodies that cannot be read. By default they fail the job."""
        self._bad_records = BadRecords.checked(policy)
        return self

    def configure(self, configuration: Configuration) -> None:
        self._settings = configuration

    def guarantee(self) -> Guarantee:
        if not self.answers_late:
            return AT_ONCE
        return LATE if self._settings is None or self._settings.get(CHECKPOINTING_INTERVAL) else UNCHECKED

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[ListenerSplit]:
        return WebhookReader(self, Decoder(self._schema, self._bad_records, context), context.checkpointing)

    def create_enumerator(self, context: SplitEnumeratorContext[ListenerSplit]) -> SplitEnumerator[ListenerSplit]:
        return StaticSplitEnumerator(context, [ListenerSplit()])

    def restore_enumerator(
        self, context: SplitEnumeratorContext[ListenerSplit], checkpoint: Any
    ) -> SplitEnumerator[ListenerSplit]:
        return StaticSplitEnumerator(context, checkpoint)
