from __future__ import annotations

import pickle
import threading
from functools import cache, cached_property, lru_cache
from typing import Any

import pytest

from pyrite.core.job.code_pickling import dumps_code


@cache
def importable(number: int) -> int:
    return number + 1


def travelled(value: Any) -> Any:
    return pickle.loads(dumps_code(value))


def test_function_with_a_cache_that_cannot_be_imported_travels_with_an_empty_cache() -> None:
    @lru_cache(maxsize=7, typed=True)
    def doubled(number: int) -> int:
        return number * 2

    assert doubled(3) == 6
    there = travelled(doubled)
    assert there(4) == 8 and there(4) == 8
    assert there.cache_info() == (1, 1, 7, 1)
    assert there.cache_parameters() == {"maxsize": 7, "typed": True}


def test_function_with_a_cache_that_calls_itself_travels() -> None:
    @cache
    def fibonacci(number: int) -> int:
        return number if number < 2 else int(fibonacci(number - 1) + fibonacci(number - 2))

    def ask(number: int) -> int:
        return int(fibonacci(number))

    assert travelled(ask)(90) == 2880067194370816120


def test_method_with_a_cache_travels_with_its_class() -> None:
    class Prices:
        @lru_cache  # noqa: B019
        def of(self, name: str) -> int:
            return len(name)

    assert travelled(Prices)().of("abc") == 3


def test_cached_property_travels_with_its_class() -> None:
    class Account:
        @cached_property
        def number(self) -> int:
            return id(self)

    there = travelled(Account)()
    assert there.number == there.number == vars(there)["number"]


def test_importable_function_with_a_cache_stays_itself() -> None:
    assert travelled(importable) is importable


def test_what_cannot_be_pickled_is_reported() -> None:
    with pytest.raises(TypeError, match="cannot pickle"):
        dumps_code(threading.Lock())
