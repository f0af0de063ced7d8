"""HTTP and sockets."""

from pyrite.connectors.http.sink import HttpSink
from pyrite.connectors.http.webhook import WebhookSource
from pyrite.connectors.socket_sink import SocketSink

__all__ = ["HttpSink", "SocketSink", "WebhookSource"]
