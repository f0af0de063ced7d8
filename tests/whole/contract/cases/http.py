"""HTTP and sockets, against servers and clients of Python's own."""

from __future__ import annotations

from typing import Any

from pyrite.connectors.builtin.socket_sink import SocketSink
from pyrite.connectors.builtin.socket_text import SocketTextSource
from pyrite.connectors.http.sink import HttpSink
from pyrite.connectors.http.webhook import WebhookSource
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, AT_MOST_ONCE
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source
from servers.server import free_port
from tests.connectors.http.peers import Caller, Listener, Speaker, Target
from tests.whole.contract.case import RECORDS, SinkCase, SourceCase


class Lines(SimpleStringSchema):
    """With a line end behind each."""

    def serialize(self, element: str) -> bytes:
        return super().serialize(f"{element}\n")


class HttpRequests(SinkCase):
    connector = HttpSink
    delivery = AT_LEAST_ONCE
    targets: dict[str, Target] = {}

    def sink(self, run: str) -> Sink:
        self.targets[run] = Target()
        return HttpSink(self.targets[run].url, SimpleStringSchema(), batch_size=7)

    def arrived(self, run: str) -> list[int]:
        return [int(line) for body in self.targets[run].bodies for line in body.split()]


class SocketLines(SinkCase):
    connector = SocketSink
    delivery = AT_LEAST_ONCE
    listeners: dict[str, Listener] = {}

    def sink(self, run: str) -> Sink:
        self.listeners[run] = Listener()
        return SocketSink("127.0.0.1", self.listeners[run].port, Lines())

    def arrived(self, run: str) -> list[int]:
        return list(map(int, self.listeners[run].heard(RECORDS)))


class SocketText(SourceCase):
    connector = SocketTextSource
    delivery = AT_MOST_ONCE

    def fill(self, run: str, count: int) -> None:
        self._port = Speaker([str(number) for number in range(count)]).port

    def source(self, run: str) -> Source[Any]:
        return SocketTextSource("127.0.0.1", self._port)


class WebhookAnsweredLate(SourceCase):
    connector = WebhookSource
    delivery = AT_LEAST_ONCE
    answers_at_once = False

    def fill(self, run: str, count: int) -> None:
        self._port = free_port()
        Caller(self._port, [str(number) for number in range(count)])

    def source(self, run: str) -> Source[Any]:
        return WebhookSource(self._port, SimpleStringSchema(), "/in", answer_at_once=self.answers_at_once)


class WebhookAnsweredAtOnce(WebhookAnsweredLate):
    delivery = AT_MOST_ONCE
    answers_at_once = True
