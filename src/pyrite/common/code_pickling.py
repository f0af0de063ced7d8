"""Pickling of programs: by value what a task cannot import, as cloudpickle does, and functions with a cache too."""

from __future__ import annotations

import functools
import io
import operator
import sys
from collections import ChainMap
from collections.abc import Callable
from typing import Any, Optional

import cloudpickle


def dumps_code(value: Any) -> bytes:
    """To be read by `pickle.loads` in a process that knows Pyrite and the user's modules, but no main script."""
    buffer = io.BytesIO()
    CodePickler(buffer).dump(value)
    return buffer.getvalue()


def _reduce_cached(cached: Any) -> str | tuple[Any, ...]:
    """The function travels with an empty cache. By itself, it would travel as its name only."""
    if _is_importable(cached):
        return str(cached.__qualname__)
    parameters = cached.cache_parameters()
    return _with_cache, (cached.__wrapped__, parameters["maxsize"], parameters["typed"])


def _is_importable(function: Any) -> bool:
    module = sys.modules.get(function.__module__)
    if module is None or function.__module__ == "__main__":
        return False
    try:
        return operator.attrgetter(function.__qualname__)(module) is function
    except AttributeError:
        return False


def _with_cache(function: Callable[..., Any], maxsize: Optional[int], typed: bool) -> Any:
    return functools.lru_cache(maxsize, typed)(function)


class CodePickler(cloudpickle.CloudPickler):  # type: ignore[misc]
    """The pickler behind `dumps_code`."""

    dispatch_table = ChainMap({functools._lru_cache_wrapper: _reduce_cached}, cloudpickle.CloudPickler.dispatch_table)
