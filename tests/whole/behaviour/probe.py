"""A keyed function that shows what a state answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pyrite.datastream import KeyedProcessFunction, RuntimeContext
from tests.whole.behaviour.run import collect


class Probe(KeyedProcessFunction):
    """Gets a state in `open` and gives what `use` makes of it."""

    def __init__(self, get: Callable[[RuntimeContext], Any], use: Callable[[Any], Iterable[Any]]) -> None:
        self._get = get
        self._use = use

    def open(self, runtime_context: RuntimeContext) -> None:
        self._state = self._get(runtime_context)

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterable[Any]:
        return self._use(self._state)


def probe(get: Callable[[RuntimeContext], Any], use: Callable[[Any], Iterable[Any]], batch: bool = False) -> list[Any]:
    """What `use` sees of a key's state at its first record."""
    return collect(lambda env: env.from_collection(["a"]).key_by(lambda value: value).process(Probe(get, use)), batch)
