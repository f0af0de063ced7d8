"""How keyed state is laid out in RocksDB. Keys sort as bytes, so what is read together lies together.

    f group state key                 -> value        an entry of a state
    n state namespace                 -> (namespace, number of entries)
    t state namespace group key       -> value        an entry of a table
    q queue time group key            -> number       a timer
    i kind name                       -> number       the number of a state, of tables, or of a queue
    d name                            -> description  the kind of a state

Groups, states and queues are numbers of 2 bytes, namespaces of 8; times are 8 bytes, shifted so that they sort. States
have the key group first, so that a rescale reads ranges. Tables have the namespace first, since it is read as a whole.
"""

from __future__ import annotations

from zlib import crc32

from pyrite.core.state_key import StateKey
from pyrite.state.evolution.loading import NO_MIGRATIONS, Migrations, loads
from pyrite.state.key_groups import FACTOR, PRIME

STATE, NAMESPACE, TABLE, TIMER, NUMBER, DESCRIPTION = b"f", b"n", b"t", b"q", b"i", b"d"
_TIME_SHIFT = 1 << 63
_PAIR = ord("t")
"""The first byte of a key with a namespace."""


def key_of(data: bytes, migrations: Migrations = NO_MIGRATIONS) -> StateKey:
    """The key encoded by `key_bytes`."""
    kind, rest = data[:1], data[1:]
    if kind == b"j":
        return int.from_bytes(rest, "big", signed=True)
    if kind == b"i":
        return int(rest)
    if kind == b"s":
        return rest.decode("utf-8", "surrogatepass")
    if kind == b"b":
        return rest
    stop = 4 + int.from_bytes(rest[:4], "big")
    namespace = key_of(rest[stop:])
    return key_of(rest[4:stop]), loads(namespace, migrations) if type(namespace) is bytes else namespace


def grouped(data: bytes, max_parallelism: int) -> bytes:
    """The bytes of a key, preceded by its group. Inlines `group_of`, since every access needs it."""
    hashed = data[5 : 5 + int.from_bytes(data[1:5], "big")] if data[0] == _PAIR else data
    return (crc32(hashed) * FACTOR % PRIME % max_parallelism).to_bytes(2, "big") + data


def short(number: int) -> bytes:
    return number.to_bytes(2, "big")


def long(number: int) -> bytes:
    return number.to_bytes(8, "big")


def time_bytes(time_ms: int) -> bytes:
    return (time_ms + _TIME_SHIFT).to_bytes(8, "big")


def time_of(data: bytes) -> int:
    return int.from_bytes(data, "big") - _TIME_SHIFT


def after(prefix: bytes) -> bytes:
    """The first key after all keys with the prefix."""
    stripped = prefix.rstrip(b"\xff")
    return stripped[:-1] + bytes([stripped[-1] + 1])
