"""One HDFS for all tests of a process."""

from __future__ import annotations

import atexit
from functools import cache

import pytest

from servers.hdfs import HdfsServer
from servers.server import ServerMissingError


@cache
def shared_hdfs() -> HdfsServer:
    """A NameNode with two DataNodes: with one, every file waits half a second for the report of its block."""
    try:
        server = HdfsServer(datanodes=2)
        server.start()
    except ServerMissingError as error:
        pytest.skip(str(error))
    atexit.register(server.stop)
    return server
