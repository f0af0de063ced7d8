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
    for remaining_tries in (2, 1, 0):
        server = HdfsServer(datanodes=2)
        atexit.register(server.stop)
        try:
            server.start()
            break
        except ServerMissingError as error:
            pytest.skip(str(error))
        except RuntimeError as error:  # another process may have taken one of its eight ports
            if "Address already in use" not in str(error) or not remaining_tries:
                raise
            server.stop()
    return server
