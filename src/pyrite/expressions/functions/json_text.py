"""JSON_QUOTE and JSON_UNQUOTE, which Flink lists among the string functions."""

from __future__ import annotations

import re
from typing import Final

from pyrite.expressions.functions.strings import string_function
from pyrite.expressions.java.json_documents import read_json
from pyrite.expressions.java.utf16 import from_units, to_units
from pyrite.expressions.result_types import STRING
from pyrite.expressions.signatures import CHARACTER, takes

_QUOTED: Final = {'"': '\\"', "\\": "\\\\", "/": "\\/", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_PLAIN: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\", "/": "/"}


def json_quote(text: str) -> str:
    """Quotes a text as JSON in ASCII. As in Flink, a character of two UTF-16 units is followed by its second unit."""
    parts: list[str] = []
    for char in text:
        code = ord(char)
        parts.append(_QUOTED.get(char, char) if code < 128 else f"\\u{code:04x}")
        if code > 0xFFFF:
            parts.append(f"\\u{ord(to_units(char)[1]):04x}")
    return f'"{"".join(parts)}"'


def json_unquote(text: str) -> str:
    """Decodes a JSON string. Other text is returned unchanged."""
    try:
        read_json(text)
    except ValueError:
        return text
    if not (text.startswith('"') and text.endswith('"')):
        return text
    body = text[1:-1]
    if re.search(r'\\[^"\\/bfnrtu]', re.sub(r"\\\\", "", body)):
        return text

    def plain(match: re.Match[str]) -> str:
        return _PLAIN[match[0][1]] if match[0][1] != "u" else chr(int(match[1], 16))

    return from_units(re.sub(r'\\(?:u([0-9a-fA-F]{4})|["\\/bfnrt])', plain, to_units(body)))


FUNCTIONS: Final = (
    string_function(
        "JSON_QUOTE",
        takes(CHARACTER, result=STRING),
        json_quote,
        "JSON_QUOTE(string)",
        forms=("JSON_QUOTE(<CHARACTER_STRING>)",),
    ),
    string_function(
        "JSON_UNQUOTE",
        takes(CHARACTER, result=STRING),
        json_unquote,
        "JSON_UNQUOTE(string)",
        forms=("JSON_UNQUOTE(<CHARACTER_STRING>)",),
    ),
)
