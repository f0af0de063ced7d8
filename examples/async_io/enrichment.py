"""Orders with the names of their customers, who are asked for over HTTP, many at a time.

The directory of customers, a server on loopback, is slow, fails, and hangs at times: what fails is tried again, and who
hangs is left out.

    pyrite run examples/async_io/enrichment.py
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pyrite.common import Time
from pyrite.datastream import AsyncDataStream, AsyncFunction, AsyncRetryStrategy, StreamExecutionEnvironment
from pyrite.datastream.async_retry_predicates import has_exception_predicate

ORDERS = 60
TIMEOUT = Time.seconds(4)
RETRIES = AsyncRetryStrategy.exponential_backoff(5, 50, 1000, 2.0, None, has_exception_predicate)


@dataclass(frozen=True)
class Order:
    number: int
    customer: int


async def get_json(port: int, path: str) -> Any:
    """One request of HTTP. A real program uses a client that keeps connections, such as aiohttp or httpx."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    status = int(head.split(b" ")[1])
    if status != HTTPStatus.OK:
        raise ConnectionError(f"{path}: status {status}")
    return json.loads(body)


class WithName(AsyncFunction[Order, str]):
    def __init__(self, port: int) -> None:
        self._port = port

    async def async_invoke(self, value: Order) -> list[str]:
        customer = await get_json(self._port, f"/customers/{value.customer}")
        return [f"order {value.number}: {customer['name']}"]

    def timeout(self, value: Order) -> list[str]:
        return [f"order {value.number}: customer {value.customer}, no answer"]


def main() -> None:
    with customer_server() as port:
        env = StreamExecutionEnvironment.get_execution_environment()
        orders = env.from_collection([Order(number, number * 7 % 40) for number in range(1, ORDERS + 1)])
        named = AsyncDataStream.unordered_wait_with_retry(
            orders.rebalance(), WithName(port), TIMEOUT, RETRIES, capacity=50
        )
        named.print()
        env.execute("orders with names")


# The directory of customers -------------------------------------------------------------------------------------------

NAMES = ("Ann", "Bob", "Cem", "Dot", "Eve", "Fay", "Gus")
SLOW_S = 0.05


def name_of(customer: int) -> str:
    return f"{NAMES[customer % len(NAMES)]} {customer}"


def fails_at_first(customer: int) -> bool:
    return customer % 10 == 3


def hangs(customer: int) -> bool:
    return customer % 19 == 11


class Directory(ThreadingHTTPServer):
    """GET /customers/7 -> {"id": 7, "name": "Ann 7"}"""

    daemon_threads = True
    request_queue_size = 128  # the usual 5 would hold most of so many connections up for seconds

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Request)
        self.requests: Counter[int] = Counter()
        self.stopped = threading.Event()


class Request(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        directory = self.server
        assert isinstance(directory, Directory)
        customer = int(self.path.rpartition("/")[2])
        directory.requests[customer] += 1
        directory.stopped.wait(None if hangs(customer) else SLOW_S)
        if fails_at_first(customer) and directory.requests[customer] == 1:
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        with suppress(ConnectionError):  # whoever asked waits no longer
            self.send_response(HTTPStatus.OK)
            self.end_headers()
            self.wfile.write(json.dumps({"id": customer, "name": name_of(customer)}).encode())

    def log_message(self, format: str, *args: object) -> None:
        """Not a word."""


@contextmanager
def customer_server() -> Iterator[int]:
    """The directory's port, while it runs in threads of this process."""
    with Directory() as directory:
        threading.Thread(target=directory.serve_forever, daemon=True).start()
        yield directory.server_port
        directory.stopped.set()
        directory.shutdown()


if __name__ == "__main__":
    main()
