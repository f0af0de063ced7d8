"""StateKey: a key as state and wire see it."""

from __future__ import annotations

from typing import Any

StateKey = int | str | bytes | tuple[Any, Any]
"""A key as state and wire see it: int and str as they are, everything else as encoded bytes.

In state and timers of windows also a pair of such a key and a namespace, the window.
"""
