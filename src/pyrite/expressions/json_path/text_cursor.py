"""TextCursor: a position in the text of a path or filter."""

from __future__ import annotations

from pyrite.expressions.json_path.errors import IllegalPathError


class TextCursor:
    """The text from `place` to `last`, inclusive. Reading beyond the text raises IllegalPathError."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.last = len(text) - 1

    def trim(self) -> None:
        self.skip_blanks()
        while self.place < self.last and self.text[self.last] == " ":
            self.last -= 1

    def skip_blanks(self) -> None:
        while self.place < self.last and self.text[self.place] == " ":
            self.place += 1

    @property
    def sign(self) -> str:
        """The character at the position."""
        return self.at(self.place)

    def at(self, place: int) -> str:
        if not 0 <= place < len(self.text):
            raise IllegalPathError(f"the text ends at position {place}")
        return self.text[place]

    def is_inside(self, place: int) -> bool:
        return 0 <= place <= self.last

    @property
    def is_at_end(self) -> bool:
        """Whether at most one character remains. It is not read after the end of a step."""
        return self.place >= self.last

    def next_place(self, place: int) -> int:
        """Returns the next position without a blank."""
        place += 1
        while self.is_inside(place) and self.text[place] == " ":
            place += 1
        return place

    def next_sign(self, place: int) -> str:
        """Returns the next character other than a blank; a blank at the end."""
        place = self.next_place(place)
        return self.text[place] if self.is_inside(place) else " "

    def find(self, sign: str, place: int) -> int:
        """Returns the position of a character from a position on; -1 if not found."""
        return self.text.find(sign, place, self.last + 1)

    def find_unescaped(self, sign: str, place: int) -> int:
        """As `find`, but after a position, for a character without a preceding backslash."""
        is_escaped = False
        for at in range(place + 1, self.last + 1):
            if is_escaped:
                is_escaped = False
            elif self.text[at] == "\\":
                is_escaped = True
            elif self.text[at] == sign:
                return at
        return -1

    def find_closing(self, place: int, pair: str, skipped: str) -> int:
        """Returns the matching bracket. Ignores text between quotes of the kinds in `skipped`."""
        if self.at(place) != pair[0]:
            raise IllegalPathError(f"Expected {pair[0]} but found {self.at(place)}")
        depth, at = 1, place + 1
        while self.is_inside(at):
            for quote in skipped:
                if self.at(at) == quote:
                    at = self.find_unescaped(quote, at) + 1
                    if at == 0:
                        raise IllegalPathError(f"Could not find matching close quote for {quote} in {self.text}")
            depth += (self.at(at) == pair[0]) - (self.at(at) == pair[1])
            if depth == 0:
                return at
            at += 1
        return -1


def unescaped(text: str) -> str:
    r"""Removes backslashes: `\n` and `\u00e4` are decoded, other characters stand for themselves."""
    parts: list[str] = []
    place = 0
    while place < len(text):
        sign = text[place]
        place += 1
        if sign != "\\" or place == len(text):
            parts.append(sign)
            continue
        sign = text[place]
        place += 1
        if sign == "u":
            digits = text[place : place + 4]
            place += 4
            if len(digits) == 4:
                parts.append(_character(digits))
        else:
            parts.append({"r": "\r", "f": "\f", "t": "\t", "n": "\n", "b": "\b"}.get(sign, sign))
    return "".join(parts)


def _character(digits: str) -> str:
    try:
        return chr(int(digits, 16))
    except ValueError:
        raise IllegalPathError(f"Unable to parse unicode value: {digits}") from None
