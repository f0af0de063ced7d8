"""Pickles of everything that got a persisted name, as they were before: `old-names.json`, and how it was made.

`python -m tests.savepoints.old_names FILE PATHS` made it, with the Pyrite before; PATHS is a JSON list of
`module:qualname`. Never make it again: it shows that what was written by module and class name stays readable.
"""

from __future__ import annotations

import base64
import importlib
import json
import pickle
import sys
from enum import Enum
from pathlib import Path
from typing import Any, Final

from pyrite.common import Duration, Instant, Row, RowKind, Time
from pyrite.core.types.types_factory import Types
from pyrite.core.windows.windows import CountWindow, GlobalWindow, TimeWindow
from pyrite.state.evolution import loading as evolution
from pyrite.state.evolution.by_field import maker_of
from pyrite.state.key_codec import encode_key
from pyrite.state.key_version_1 import namespace_bytes

FILE: Final = Path(__file__).parent / "old-names.json"
VALUES: Final[dict[str, Any]] = {
    "row": Row(1, "a"),
    "row of names": Row.of_kind(RowKind.DELETE, a=1, b=Row(2)),
    "times": (Time.seconds(3), Duration.of_millis(4), Instant(5, 6)),
    "windows": [TimeWindow(1, 2), CountWindow(3), GlobalWindow()],
    "types": Types.ROW_NAMED(["a", "b"], [Types.LIST(Types.INT()), Types.MAP(Types.STRING(), Types.INSTANT())]),
    "kinds": tuple(RowKind),
}
KEYS: Final[dict[str, Any]] = {
    "row": Row(1, "a"),
    "row of names": Row(a=1),
    "window": TimeWindow(1, 2),
    "count window": CountWindow(1),
    "kind": RowKind.UPDATE_AFTER,
    "class": RowKind,
    "instant": Instant(1, 2),
    "time": Time.seconds(1),
    "type": Types.INT(),
    "tuple": (TimeWindow(1, 2), RowKind.DELETE),
}


def found_at(path: str) -> Any:
    module, _, qualname = path.partition(":")
    actual: Any = importlib.import_module(module)
    for part in qualname.split("."):
        actual = getattr(actual, part)
    return actual


def fields_of(kind: Any) -> tuple[str, ...]:
    """Those of a class that is written by field; else none."""
    fields = getattr(kind, "_fields", None) or tuple(getattr(kind, "__dataclass_fields__", ()))
    if not isinstance(kind, type) or not isinstance(fields, tuple):
        return ()
    try:
        made = maker_of(kind.__module__, kind.__qualname__, fields)(*fields)
        return fields if evolution.dumps(made).count(b"maker_of") else ()
    except Exception:
        return ()


def pickles_of(path: str) -> dict[str, bytes]:
    """A reference to what is there, and an instance: a member of an Enum, or what has its fields' names as values."""
    actual = found_at(path)
    pickles = {"reference": pickle.dumps(actual, 5)}
    if fields := fields_of(actual):
        made = maker_of(actual.__module__, actual.__qualname__, fields)(*fields)
        pickles["by field"] = evolution.dumps(made)
        pickles["instance"] = pickle.dumps(made, 5)
    if isinstance(actual, type) and issubclass(actual, Enum):
        pickles["members"] = pickle.dumps(list(actual), 5)
    return pickles


def main() -> None:
    paths = json.loads(Path(sys.argv[2]).read_text())
    kept: dict[str, dict[str, bytes]] = {path: pickles_of(path) for path in paths}
    kept["values"] = {name: evolution.dumps(value) for name, value in VALUES.items()}
    kept["keys"] = {name: bytes(encode_key(key)) for name, key in KEYS.items()}  # type: ignore[arg-type]
    kept["namespaces"] = {name: namespace_bytes(key) for name, key in KEYS.items()}
    texts = {
        path: {name: base64.b64encode(data).decode() for name, data in pickles.items()}
        for path, pickles in kept.items()
    }
    Path(sys.argv[1]).write_text(json.dumps(texts, indent=1) + "\n")


def read() -> dict[str, dict[str, bytes]]:
    texts = json.loads(FILE.read_text())
    return {path: {name: base64.b64decode(text) for name, text in item.items()} for path, item in texts.items()}


if __name__ == "__main__":
    main()
