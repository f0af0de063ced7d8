"""One Redis for all tests."""

from __future__ import annotations

import atexit
from functools import cache
from typing import Any

import pytest

from servers.redis import RedisServer
from servers.server import ServerMissingError


def started() -> RedisServer:
    try:
        server = RedisServer()
        server.start()
    except ServerMissingError as error:
        pytest.skip(str(error))
    return server


@cache
def shared_server() -> RedisServer:
    server = started()
    atexit.register(server.stop)
    return server


@cache
def client(url: str) -> Any:
    import redis

    return redis.Redis.from_url(url)
