"""Hash functions: hexadecimal digests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final

from pyrite.core.types import CharType, VarCharType
from pyrite.expressions.function import Function, Signature
from pyrite.expressions.functions.strings import string_function
from pyrite.expressions.signatures import BINARY, CHARACTER, INTEGER, ResultRule, always, one_of, takes

_BITS: Final = {224: hashlib.sha224, 256: hashlib.sha256, 384: hashlib.sha384, 512: hashlib.sha512}


def _bytes(value: str | bytes) -> bytes:
    return value.encode("utf-8", "replace") if isinstance(value, str) else value


def sha2(value: str | bytes, bits: int) -> str:
    if bits not in _BITS:
        raise ValueError(f"Algorithm for 'SHA-{bits}' is not available.")
    return _BITS[bits](_bytes(value)).hexdigest()


def _signature(result: ResultRule, *further: Any) -> Signature:
    return one_of(takes(CHARACTER, *further, result=result), takes(BINARY, *further, result=result))


def _digest(name: str, algorithm: Callable[..., Any], length: int) -> Function:
    def compute(value: str | bytes) -> str:
        return str(algorithm(_bytes(value)).hexdigest())

    return string_function(
        name,
        _signature(always(CharType(length))),
        compute,
        f"{name}(string)",
        forms=(f"'{name}(<STRING>)'",),
        group="hashfunctions",
    )


FUNCTIONS: Final = (
    _digest("MD5", hashlib.md5, 32),
    _digest("SHA1", hashlib.sha1, 40),
    _digest("SHA224", hashlib.sha224, 56),
    _digest("SHA256", hashlib.sha256, 64),
    _digest("SHA384", hashlib.sha384, 96),
    _digest("SHA512", hashlib.sha512, 128),
    string_function(
        "SHA2",
        _signature(always(VarCharType(128)), INTEGER),
        sha2,
        "SHA2(string, hashLength)",
        forms=("'SHA2(<STRING>, <INTEGER>)'",),
        can_fail=True,
        group="hashfunctions",
    ),
)
