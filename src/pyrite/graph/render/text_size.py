"""How wide a text will be when drawn, without the font: estimated from above, so that boxes are never too small."""

from __future__ import annotations

import unicodedata

_NARROW = frozenset("ijlft .,:;'|!()[]{}/\\-")
_WIDE = frozenset("mwMW@%")


def text_width(text: str, font_size: float) -> float:
    """The width in the font's unit, for a common sans-serif font in bold."""
    return font_size * sum(map(_ems, text))


def shortened(text: str, most: int = 46) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def _ems(character: str) -> float:
    if character in _NARROW:
        return 0.45
    if character in _WIDE:
        return 1.05
    if unicodedata.east_asian_width(character) in "WF":
        return 1.1
    return 0.8 if character.isupper() else 0.69
