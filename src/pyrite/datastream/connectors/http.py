"""HTTP and sockets."""

from pyrite.connectors.builtin.socket_sink import SocketSink
from pyrite.connectors.http.sink import HttpSink
from pyrite.connectors.http.webhook import WebhookSource

__all__ = ["HttpSink", "SocketSink", "WebhookSource"]
