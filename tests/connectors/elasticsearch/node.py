"""The one OpenSearch node of a test process: started by the first test that needs it, stopped at its end."""

from __future__ import annotations

import atexit
import functools
import itertools

import pytest

from servers.opensearch import OpenSearchServer
from servers.server import ServerMissingError

_indices = itertools.count()


@functools.cache
def shared_node() -> OpenSearchServer:
    """A test that kills the node starts it again; indices are never shared: see `new_index`."""
    node = OpenSearchServer()
    try:
        node.start()
    except ServerMissingError as missing:
        pytest.skip(str(missing))
    atexit.register(node.stop)
    return node


def new_index() -> str:
    """An index that no other test uses."""
    return f"index-{next(_indices)}"
