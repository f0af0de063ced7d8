"""MqttConnection: a paho client, which reconnects automatically, and ends with its owner."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Optional

from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted

_CONNECT_S: Final = 10.0
_IN_FLIGHT: Final = 1000
"""The maximum number of unacknowledged messages."""


@persisted("mqtt-settings/1")
@dataclass(frozen=True)
class MqttSettings:
    """The address of the broker. Errors never include the password."""

    host: str
    port: int = 1883
    username: str = ""
    password: str = field(default="", repr=False)
    tls: bool = False
    ca_file: Optional[str] = None

    def __post_init__(self) -> None:
        if not isinstance(self.port, int) or not 0 < self.port < 65536:
            raise InvalidProgramError(f"the port of an MQTT broker must be a number below 65536, not {self.port!r}")

    @property
    def place(self) -> str:
        return f"{self.host}:{self.port}"


class MqttConnection:
    """A session at the broker. A named session outlives the connection.

    The client's thread calls `on_connect` and `on_message`. They must not hold a reference to the owner of this object.
    """

    def __init__(
        self,
        settings: MqttSettings,
        needed_by: str,
        session: str = "",
        on_connect: Optional[Callable[[Any], None]] = None,
        on_message: Optional[Callable[[Any], None]] = None,
    ) -> None:
        paho = load("paho.mqtt.client", "mqtt", needed_by)
        connected = threading.Event()
        refused: list[str] = []

        def connect(client: Any, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
            if reason.is_failure:
                refused[:] = [str(reason)]
            elif on_connect is not None:
                on_connect(client)
            connected.set()

        client = self.client = paho.Client(
            paho.CallbackAPIVersion.VERSION2,
            client_id=session,
            clean_session=not session,
            manual_ack=bool(session),
        )
        client.max_inflight_messages_set(_IN_FLIGHT)
        client.on_connect = connect
        if on_message is not None:
            client.on_message = lambda client, userdata, message: on_message(message)
        if settings.username:
            client.username_pw_set(settings.username, settings.password)
        if settings.tls:
            client.tls_set(settings.ca_file)
        try:
            client.connect(settings.host, settings.port, keepalive=30)
        except OSError as error:
            raise ConnectorError(f"{needed_by}: no MQTT broker at {settings.place}: {error}") from None
        client.loop_start()
        self._end = weakref.finalize(self, _end, client)
        if not connected.wait(_CONNECT_S) or refused:
            self.close()
            reason = refused[0] if refused else "no answer"
            raise ConnectorError(f"{needed_by}: the MQTT broker at {settings.place} refused: {reason}")

    def close(self) -> None:
        self._end()


def _end(client: Any) -> None:
    client.disconnect()
    client.loop_stop()
