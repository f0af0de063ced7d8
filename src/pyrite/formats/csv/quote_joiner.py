"""QuoteJoiner: joins lines of CSV where a quoted field contains line ends."""

from __future__ import annotations

import re
from typing import Optional

import numpy as np


class QuoteJoiner:
    """A quote opens a field only at its beginning; elsewhere it is text, as in 5" pipe. Pickles."""

    def __init__(self, quote: bytes, escape: bytes = b"", delimiter: bytes = b",") -> None:
        self._quote = quote
        self._escape = escape
        self._delimiter = delimiter
        escape_pattern = b"|" + re.escape(escape) if escape else b""
        self._in_quotes = re.compile(re.escape(quote) + escape_pattern)
        self._in_text = re.compile(re.escape(delimiter) + escape_pattern)

    def __call__(self, lines: list[bytes]) -> tuple[list[bytes], Optional[bytes]]:
        """Returns the complete records, and the incomplete last one."""
        if self._are_whole(b"\n".join(lines)):
            return lines, None
        records: list[bytes] = []
        open_lines: list[bytes] = []
        for line in lines:
            if not open_lines and self._quote not in line:
                records.append(line)
                continue
            open_lines.append(line)
            if not self._ends_open(line, is_open=len(open_lines) > 1):
                records.append(b"\n".join(open_lines))
                open_lines = []
        return records, b"\n".join(open_lines) if open_lines else None

    def _are_whole(self, data: bytes) -> bool:
        """Whether every quote opens or closes a field, or is doubled, and no line end is inside quotes."""
        if self._quote not in data:
            return True
        if len(self._quote) > 1 or len(self._delimiter) > 1 or (self._escape and self._escape in data):
            return False
        signs = np.frombuffer(b"\n" + data + b"\n", np.uint8)
        quotes, ends = np.flatnonzero(signs == self._quote[0]), np.flatnonzero(signs == ord("\n"))
        if len(quotes) % 2 or (np.searchsorted(quotes, ends) % 2).any():
            return False
        before = [self._quote[0], self._delimiter[0], ord("\n")]
        return bool(np.isin(signs[quotes[0::2] - 1], before).all())

    def _ends_open(self, line: bytes, is_open: bool) -> bool:
        """Whether a line ends inside quotes. `is_open`: it begins inside quotes."""
        place = 0
        while True:
            if not is_open:
                if line[place : place + len(self._quote)] == self._quote:
                    place += len(self._quote)
                else:
                    place = self._after(self._in_text, line, place)
                    if place < 0:
                        return False
                    continue
            place = self._after(self._in_quotes, line, place)
            if place < 0:
                return True
            if line[place : place + len(self._quote)] == self._quote:  # doubled
                place += len(self._quote)
                is_open = True
                continue
            is_open = False
            place = self._after(self._in_text, line, place)
            if place < 0:
                return False

    def _after(self, sign: re.Pattern[bytes], line: bytes, place: int) -> int:
        """Returns the offset after the next unescaped match; -1 without one."""
        while (match := sign.search(line, place)) is not None:
            if not self._escape or match[0] != self._escape:
                return match.end()
            place = match.end() + 1
        return -1
