"""What pickles refer to: every module of ours, with the name after it, also in pickles that are inside others."""

from __future__ import annotations

import base64
import pickletools
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

Reference = tuple[str, str]
INLINE = re.compile(rb'"data":"([A-Za-z0-9+/=]*)"')
_PROTO = re.compile(rb"\x80[\x02-\x05]")


def references_in(data: bytes) -> set[Reference]:
    """Those in a file of a checkpoint: a manifest, or one with pickles at any place."""
    if data.startswith(b"pyrite-manifest"):
        inline = [base64.b64decode(item) for item in INLINE.findall(data)]
        return set().union(*map(references_in, inline))
    places = [match.start() for match in _PROTO.finditer(data)]
    return set().union(*(_of_pickle(data[place:]) for place in places))


def _of_pickle(data: bytes) -> set[Reference]:
    """What looks like a pickle may be none: then what was read of it counts."""
    texts = list(_texts(data))
    actual = {pair for pair in pairwise(texts) if pair[0].startswith("pyrite.")}
    return actual.union(*(_of_pickle(text.encode("latin-1")) for text in texts if text.startswith(("\x80", "c", "("))))


def _texts(data: bytes) -> Iterator[str]:
    """Texts and bytes, in the order in which they are used; those in the memo again when they are taken from it."""
    memo: dict[int, Any] = {}
    last: Any = None
    try:
        for opcode, argument, _ in pickletools.genops(data):
            if opcode.name == "GLOBAL":
                yield from str(argument).split(" ")
            elif opcode.name == "MEMOIZE":
                memo[len(memo)] = last
            elif opcode.name in ("BINGET", "LONG_BINGET"):
                if isinstance(taken := memo.get(int(argument or 0)), str):
                    yield taken
            elif isinstance(argument, str):
                last = argument
                yield argument
            elif isinstance(argument, bytes):
                last = None
                yield argument.decode("latin-1")
            else:
                last = None
    except Exception:
        return
