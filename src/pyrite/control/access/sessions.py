"""Sessions: the sign-ins of browsers, and the limit on guesses of tokens."""

from __future__ import annotations

import ipaddress
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Optional

from pyrite.core.job.commands import Role

_SECRET_BYTES: Final = 32
_MOST_SESSIONS: Final = 1000
_MOST_ADDRESSES: Final = 10_000
_IPV6_NETWORK: Final = 64
GUESSES: Final = 10
"""The number of wrong tokens of an address within GUESS_WINDOW_S; further ones are not compared."""
GUESS_WINDOW_S: Final = 60.0


@dataclass
class Session:
    """The sign-in of a browser. Its id is the cookie; the CSRF token proves that a request is from our own page."""

    session_id: str
    csrf_token: str
    role: Role
    token_digest: bytes
    """The digest of the token with which the browser has signed in."""
    used_s: float


class Sessions:
    """The sessions of a server. They are in its memory: after a restart, browsers sign in again."""

    def __init__(self, lifetime_s: float, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._lifetime_s = lifetime_s
        self._clock_s = clock_s
        self._by_id: dict[str, Session] = {}
        """The session that was used last is the last one."""

    def open(self, role: Role, token_digest: bytes) -> Session:
        session_id, csrf_token = secrets.token_urlsafe(_SECRET_BYTES), secrets.token_urlsafe(_SECRET_BYTES)
        session = Session(session_id, csrf_token, role, token_digest, self._clock_s())
        self._by_id[session.session_id] = session
        if len(self._by_id) > _MOST_SESSIONS:
            del self._by_id[next(iter(self._by_id))]
        return session

    def get(self, session_id: str) -> Optional[Session]:
        """The session of a cookie; None: it has ended, or was not used for its lifetime."""
        session, now_s = self._by_id.pop(session_id, None), self._clock_s()
        if session is None or now_s - session.used_s > self._lifetime_s:
            return None
        session.used_s = now_s
        self._by_id[session_id] = session
        return session

    def close(self, session_id: str) -> None:
        self._by_id.pop(session_id, None)


class GuessLimit:
    """Counts wrong tokens by the address of the client."""

    def __init__(self, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._clock_s = clock_s
        self._times_s: dict[str, list[float]] = {}

    def count(self, address: str) -> None:
        origin = _network(address)
        times_s = self._recent(origin)
        self._times_s.pop(origin, None)
        self._times_s[origin] = [*times_s[-GUESSES:], self._clock_s()]
        if len(self._times_s) > _MOST_ADDRESSES:
            del self._times_s[next(iter(self._times_s))]

    def is_exceeded(self, address: str) -> bool:
        return len(self._recent(_network(address))) >= GUESSES

    def _recent(self, origin: str) -> list[float]:
        since_s = self._clock_s() - GUESS_WINDOW_S
        return [at_s for at_s in self._times_s.get(origin, ()) if at_s > since_s]


def _network(address: str) -> str:
    """An IPv6 client has a whole network of addresses."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if parsed.version == 4 else str(ipaddress.ip_network((parsed, _IPV6_NETWORK), strict=False))
