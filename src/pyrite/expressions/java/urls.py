"""java.net.URL's parts of a URL, and URLEncoder and URLDecoder."""

from __future__ import annotations

import re
from typing import Final, Optional
from urllib.parse import quote_plus

_PROTOCOLS: Final = ("http", "https", "ftp", "file", "jar", "mailto", "jrt", "jmod")
_PROTOCOL: Final = re.compile(r"(?:url:)?([a-z][a-z0-9.+-]*):", re.IGNORECASE)
_AUTHORITY: Final = re.compile(r"(?:(?P<user>[^@]*)@)?(?P<host>\[[0-9a-fA-F:.%]*\]|[^:\[\]]*)(?::(?P<port>[0-9]*))?")


def url_parts(url: str) -> Optional[dict[str, Optional[str]]]:
    """Returns the parts under the names of PARSE_URL; None for a URL that java.net.URL rejects."""
    text = url.strip("".join(map(chr, range(33))))
    match = _PROTOCOL.match(text)
    if match is None or match[1].lower() not in _PROTOCOLS:
        return None
    rest, has_ref, ref = text[match.end() :].partition("#")
    rest, has_query, query = rest.partition("?")
    authority: Optional[str] = None
    host, user, path = "", None, rest
    if rest.startswith("//"):
        authority, slash, path = rest[2:].partition("/")
        path = slash + path
        parsed = _AUTHORITY.fullmatch(authority)
        if parsed is None:
            return None
        host, user = parsed["host"], parsed["user"]
    return {
        "PROTOCOL": match[1].lower(),
        "HOST": host,
        "AUTHORITY": authority,
        "USERINFO": user,
        "PATH": path,
        "QUERY": query if has_query else None,
        "REF": ref if has_ref else None,
        "FILE": path + (f"?{query}" if has_query else ""),
    }


def url_encode(text: str) -> str:
    return quote_plus(text, safe="*").replace("~", "%7E")


def url_decode(text: str) -> Optional[str]:
    """Returns None if an escape does not have two hexadecimal digits."""
    if re.search(r"%(?![0-9a-fA-F]{2})", text):
        return None

    def decoded(match: re.Match[str]) -> str:
        return bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "replace")

    return re.sub(r"(?:%[0-9a-fA-F]{2})+", decoded, text.replace("+", " "))
