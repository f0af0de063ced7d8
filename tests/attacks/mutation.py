"""Mutation: valid inputs, changed at random, as a stranger may send them."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

FUZZ_S: Final = float(os.environ.get("PYRITE_FUZZ_SECONDS", "150"))
"""The time of each fuzzed target: four of them take ten minutes in `make test-all`."""
SAMPLE_S: Final = 1.0
fuzzed = pytest.mark.parametrize(
    "seconds", [pytest.param(SAMPLE_S, id="sample"), pytest.param(FUZZ_S, id="long", marks=pytest.mark.slow)]
)
_HANG_S: Final = 10.0
_EXTREMES: Final = (b"\0", b"\xff", b"\x7f", b"\x80", b"\0" * 8, b"\xff" * 8, b"\x80\x05", b'"', b"[", b"{", b"-1")
_VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    0,
    1 << 70,
    1e308,
    "",
    "x",
    "__class__",
    [],
    {},
    [[]],
    {"": {}},
    [None],
)


def mutated(rng: random.Random, seeds: list[bytes]) -> bytes:
    """One of the seeds with one to eight changes."""
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.randint(1, 8)):
        at = rng.randint(0, len(data))
        match rng.randrange(6):
            case 0 if data:
                data[min(at, len(data) - 1)] ^= 1 << rng.randrange(8)
            case 1:
                data[at:at] = rng.choice(_EXTREMES) * rng.choice((1, 2, 100, 5000))
            case 2:
                del data[at : at + rng.choice((1, 4, 8, 100))]
            case 3:
                data[at : at + 8] = rng.choice(_EXTREMES)
            case 4:
                other = rng.choice(seeds)
                data[at:] = other[rng.randint(0, len(other)) :]
            case _:
                data[at:at] = rng.randbytes(rng.choice((1, 16, 300)))
    return bytes(data)


def mutated_json(rng: random.Random, document: Any) -> Any:
    """A copy of a JSON value in which one place has another value."""
    document = json.loads(json.dumps(document))
    places = list(_places(document))
    if not places:
        return rng.choice(_VALUES)
    holder, key = rng.choice(places)
    if rng.random() < 0.2:
        del holder[key]
    else:
        holder[key] = rng.choice(_VALUES)
    return document


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield value, key
        yield from _places(entry)


def fuzz(seconds: float, attempt: Callable[[random.Random], object]) -> int:
    """Calls `attempt` with one seed after another; returns the number of calls. A failure names its seed."""
    until, seed = time.monotonic() + seconds, random.SystemRandom().getrandbits(32)
    calls = 0
    while time.monotonic() < until:
        begun = time.monotonic()
        try:
            attempt(random.Random(seed))
        except Exception as error:
            raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
        assert time.monotonic() - begun < _HANG_S, f"seed {seed} takes {time.monotonic() - begun:.0f} s"
        seed, calls = seed + 1, calls + 1
    return calls
