"""The backends that the contract is for."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pyrite.state.backend import KeyedStateBackend
from pyrite.state.hashmap import HashMapBackend

GROUPS: Final = 16
"""The maximum parallelism in these tests."""

Make = Callable[[range], KeyedStateBackend]
"""Makes a backend for a range of key groups."""


def hashmap(groups: range) -> KeyedStateBackend:
    return HashMapBackend(groups=groups, max_parallelism=GROUPS, tracked=True, merge_above=3)


def folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="pyrite-contract-"))


BACKENDS: Final[dict[str, Make]] = {"hashmap": hashmap}
