"""Java's charsets by name: String.getBytes, new String(bytes, charset), and the Base64 decoder."""

from __future__ import annotations

import base64
import codecs
import re


def encode(text: str, charset: str) -> bytes:
    """Encodes text. Unsupported characters become question marks. UTF-16 is big-endian, with a byte order mark."""
    if _is_utf16(charset) and text:
        return codecs.BOM_UTF16_BE + text.encode("utf-16-be", "replace")
    return text.encode(_codec(charset), "replace") if text else b""


def decode(data: bytes, charset: str) -> str:
    """Decodes bytes. Malformed input becomes U+FFFD. UTF-16 is big-endian unless a byte order mark says otherwise."""
    if _is_utf16(charset):
        if data.startswith(codecs.BOM_UTF16_LE):
            return data[2:].decode("utf-16-le", "replace")
        return data.removeprefix(codecs.BOM_UTF16_BE).decode("utf-16-be", "replace")
    return data.decode(_codec(charset), "replace")


def _is_utf16(charset: str) -> bool:
    return charset.lower().replace("_", "-") in ("utf-16", "utf16")


def _codec(charset: str) -> str:
    try:
        return codecs.lookup(charset).name
    except LookupError:
        raise ValueError(f"unsupported charset: {charset}") from None


def from_base64(data: bytes) -> bytes:
    """Decodes Base64. Padding may be missing. Other characters raise."""
    body = data.rstrip(b"=")
    padding = len(data) - len(body)
    wrong = re.search(rb"[^A-Za-z0-9+/]", body)
    if wrong is not None:
        code = wrong[0][0] - 256 if wrong[0][0] > 127 else wrong[0][0]
        raise ValueError(f"Illegal base64 character {code:x}")
    if len(body) % 4 == 1:
        raise ValueError("Last unit does not have enough valid bits")
    if padding not in (0, -len(body) % 4):
        raise ValueError("Input byte array has wrong 4-byte ending unit")
    return base64.b64decode(body + b"=" * (-len(body) % 4))
