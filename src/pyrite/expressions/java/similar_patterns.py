"""Translation of SIMILAR TO patterns to Java's regular expressions, by the rules of Flink's SqlLikeUtils."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Optional

from pyrite.core.errors import ValidationException

_JAVA_SPECIALS: Final = "[]()|^-+*?{}$\\."
_SIMILAR_SPECIALS: Final = "[]()|^-+*_%?{}"
_CLASSES: Final = {
    "[:ALPHA:]": r"\p{Alpha}",
    "[:UPPER:]": r"\p{Upper}",
    "[:LOWER:]": r"\p{Lower}",
    "[:DIGIT:]": r"\d",
    "[:SPACE:]": " ",
    "[:WHITESPACE:]": r"\s",
    "[:ALNUM:]": r"\p{Alnum}",
}
_FORMS: Final = {"_": ".", "%": "(?s:.*)", "\\": "\\\\", "$": "\\$"}


@lru_cache(maxsize=1024)
def similar_to_java(pattern: str, escape: Optional[str] = None) -> str:
    """Translates a pattern. Escaped and ordinary characters stand for themselves; the rest is valid in Java."""
    if escape is not None and (len(escape) != 1 or escape == "\x00"):
        raise ValidationException(f"Invalid escape character '{escape}'")
    parts: list[str] = []
    place, is_inside = 0, False
    while place < len(pattern):
        char = pattern[place]
        if char == escape:
            parts.append(_escaped(pattern, place, escape))
            place += 1
        elif char == "[":
            members, place = _enumeration(pattern, place, escape)
            parts.append("[" + members)
            is_inside = True
        elif char == "]":
            if not is_inside:
                raise ValidationException(f"Invalid regular expression '{pattern}'")
            is_inside = False
            parts.append("]")
        else:
            parts.append(_FORMS.get(char, char))
        place += 1
    if is_inside:
        raise ValidationException(f"Invalid regular expression '{pattern}'")
    return "".join(parts)


def _escaped(pattern: str, place: int, escape: str) -> str:
    following = pattern[place + 1 : place + 2]
    if following and following in _SIMILAR_SPECIALS:
        return "\\" + following if following in _JAVA_SPECIALS else following
    if following and following == escape:
        return following
    raise ValidationException(f"Invalid escape sequence '{pattern}', {place}")


def _enumeration(pattern: str, place: int, escape: Optional[str]) -> tuple[str, int]:
    """Returns the members of a class in brackets, and the position of the last of them."""
    parts: list[str] = []
    place += 1
    while place < len(pattern) and pattern[place] != "]":
        char = pattern[place]
        if char == escape:
            parts.append(_escaped(pattern, place, escape))
            place += 1
        elif pattern.startswith("[:", place):
            end = pattern.find(":]", place) + 2
            name = pattern[place:end]
            if end < 2 or name.upper() not in _CLASSES or name not in (name.upper(), name.lower()):
                raise ValidationException(f"Invalid regular expression '{pattern}'")
            parts.append(_CLASSES[name.upper()])
            place = end - 1
        elif char in _SIMILAR_SPECIALS and char not in "-^":
            raise ValidationException(f"Invalid regular expression '{pattern}'")
        else:
            parts.append(char)
        place += 1
    return "".join(parts), place - 1
