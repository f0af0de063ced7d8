"""StateKey: the internal form of a key in state and on the wire."""

from __future__ import annotations

from typing import Any

StateKey = int | str | bytes | tuple[Any, Any]
"""The internal form of a key: int and str unchanged, everything else as encoded bytes.

For state and timers of windows, also a pair of such a key and a namespace, the window.
"""
