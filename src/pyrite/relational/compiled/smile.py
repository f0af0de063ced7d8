"""SMILE, version 0: JSON values in binary, as Jackson writes and reads them.

Short field names are written once and referred to later; texts are not. Values without a JSON form, such as raw bytes,
are not supported.
"""

from __future__ import annotations

import struct
from typing import Any, Final

_HEADER: Final = b":)\n"
_SHARES_NAMES: Final = 0x01
_SHARES_TEXTS: Final = 0x02
_END_OF_TEXT: Final = 0xFC
_MOST_SHARED: Final = 1024
_SHORT: Final = 64
"""The maximum length in bytes of a text or name whose length is in its first byte."""
_SHORT_UNICODE_NAME: Final = 56
_START_ARRAY, _END_ARRAY, _START_OBJECT, _END_OBJECT = 0xF8, 0xF9, 0xFA, 0xFB


class SmileError(ValueError):
    """The bytes are not SMILE, or contain values without a JSON form."""


def smile_bytes(value: Any) -> bytes:
    """Encodes dicts, lists, texts, numbers, booleans and None."""
    writer = _Writer()
    writer.value(value)
    return bytes(writer.out)


def of_smile_bytes(data: bytes) -> Any:
    """Decodes the bytes of `smile_bytes` or Jackson."""
    try:
        return _Reader(data).whole()
    except (IndexError, struct.error, UnicodeDecodeError) as error:
        raise SmileError(f"the bytes are truncated or not SMILE: {error}") from None


class _Writer:
    def __init__(self) -> None:
        self.out = bytearray(_HEADER + bytes([_SHARES_NAMES]))
        self._names: dict[str, int] = {}
        self._name_count = 0

    def value(self, value: Any) -> None:
        out = self.out
        match value:
            case None | True | False:
                out.append({None: 0x21, False: 0x22, True: 0x23}[value])
            case int():
                self._integer(value)
            case float():
                bits: int = struct.unpack(">Q", struct.pack(">d", value))[0]
                out.append(0x29)
                out += bytes((bits >> 7 * place) & 0x7F for place in range(9, -1, -1))
            case str():
                self._text(value)
            case list() | tuple():
                out.append(_START_ARRAY)
                for each in value:
                    self.value(each)
                out.append(_END_ARRAY)
            case dict():
                out.append(_START_OBJECT)
                for key, each in value.items():
                    self._name(key)
                    self.value(each)
                out.append(_END_OBJECT)
            case _:
                raise SmileError(f"expected a JSON value, not {value!r}")

    def _integer(self, value: int) -> None:
        if -16 <= value <= 15:
            self.out.append(0xC0 + _zigzag(value))
        elif -(2**63) <= value < 2**63:
            self.out.append(0x24 if -(2**31) <= value < 2**31 else 0x25)
            self.out += _variable(_zigzag(value))
        else:
            size = (value if value >= 0 else ~value).bit_length() // 8 + 1
            self.out.append(0x26)
            self.out += _variable(size) + _in_sevens(value.to_bytes(size, "big", signed=True))

    def _text(self, text: str) -> None:
        data, out = text.encode("utf-8", "surrogatepass"), self.out
        size, is_ascii = len(data), text.isascii()
        if not data:
            out.append(0x20)
        elif size <= _SHORT:
            out.append((0x40 - 1 if is_ascii else 0x80 - 2) + size)
            out += data
        else:
            out.append(0xE0 if is_ascii else 0xE4)
            out += data + bytes([_END_OF_TEXT])

    def _name(self, name: str) -> None:
        place, out = self._names.get(name), self.out
        if place is not None:
            out += bytes([0x40 + place]) if place < _SHORT else bytes([0x30 + (place >> 8), place & 0xFF])
            return
        data = name.encode("utf-8", "surrogatepass")
        size, is_ascii = len(data), name.isascii()
        if not data:
            out.append(0x20)
        elif size <= (_SHORT if is_ascii else _SHORT_UNICODE_NAME):
            out.append((0x80 - 1 if is_ascii else 0xC0 - 2) + size)
            out += data
            self._remember(name)
        else:
            out.append(0x34)
            out += data + bytes([_END_OF_TEXT])

    def _remember(self, name: str) -> None:
        if self._name_count == _MOST_SHARED:
            self._names.clear()
            self._name_count = 0
        if self._name_count & 0xFF < 0xFE:  # no byte of a reference may equal the end marker
            self._names[name] = self._name_count
        self._name_count += 1


class _Reader:
    def __init__(self, data: bytes) -> None:
        if data[:3] != _HEADER or len(data) < 4 or data[3] >> 4:
            raise SmileError("missing header of SMILE version 0")
        self._data = data
        self._at = 4
        self._names: list[str] = []
        self._texts: list[str] = []
        self._shares_names = bool(data[3] & _SHARES_NAMES)
        self._shares_texts = bool(data[3] & _SHARES_TEXTS)

    def whole(self) -> Any:
        value = self._value(self._byte())
        if self._data[self._at :] not in (b"", b"\xff"):
            raise SmileError(f"there are {len(self._data) - self._at} bytes after the value")
        return value

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _bytes(self, size: int) -> bytes:
        data = self._data[self._at : self._at + size]
        if len(data) < size:
            raise IndexError(f"{size} bytes are missing")
        self._at += size
        return data

    def _value(self, token: int) -> Any:
        simple = {0x20: "", 0x21: None, 0x22: False, 0x23: True}
        if token in simple:
            return simple[token]
        if 0x40 <= token <= 0xBF:
            size = token - (0x40 - 1 if token < 0x80 else 0x80 - 2)
            return self._seen(self._bytes(size), self._texts, self._shares_texts)
        if 0xC0 <= token <= 0xDF:
            return _unzigzag(token - 0xC0)
        match token:
            case 0x24 | 0x25:
                return _unzigzag(self._variable())
            case 0x26:
                return int.from_bytes(self._of_sevens(self._variable()), "big", signed=True)
            case 0x28:
                return struct.unpack(">f", struct.pack(">I", self._sevens(5)))[0]
            case 0x29:
                return struct.unpack(">d", struct.pack(">Q", self._sevens(10)))[0]
            case 0xE0 | 0xE4:
                return self._long_text()
            case _ if token == _START_ARRAY:
                return self._array()
            case _ if token == _START_OBJECT:
                return self._object()
            case _ if 0x01 <= token <= 0x1F:
                return self._texts[token - 1]
            case _ if 0xEC <= token <= 0xEF:
                return self._texts[(token - 0xEC) << 8 | self._byte()]
        raise SmileError(f"the byte {token:#x} at {self._at - 1} does not start a JSON value")

    def _array(self) -> list[Any]:
        items = []
        while (token := self._byte()) != _END_ARRAY:
            items.append(self._value(token))
        return items

    def _object(self) -> dict[str, Any]:
        items = {}
        while (token := self._byte()) != _END_OBJECT:
            name = self._name(token)
            items[name] = self._value(self._byte())
        return items

    def _name(self, token: int) -> str:
        if token == 0x20:
            return ""
        if 0x30 <= token <= 0x33:
            return self._names[(token - 0x30) << 8 | self._byte()]
        if token == 0x34:
            return self._long_text()
        if 0x40 <= token <= 0x7F:
            return self._names[token - 0x40]
        if 0x80 <= token <= 0xF7:
            size = token - (0x80 - 1 if token < 0xC0 else 0xC0 - 2)
            return self._seen(self._bytes(size), self._names, self._shares_names)
        raise SmileError(f"the byte {token:#x} at {self._at - 1} does not start a name")

    def _seen(self, data: bytes, names: list[str], is_shared: bool) -> str:
        text = data.decode("utf-8", "surrogatepass")
        if is_shared:
            if len(names) == _MOST_SHARED:
                names.clear()
            names.append(text)
        return text

    def _long_text(self) -> str:
        end = self._data.index(_END_OF_TEXT, self._at) if _END_OF_TEXT in self._data[self._at :] else -1
        if end < 0:
            raise IndexError("unterminated text")
        data = self._bytes(end - self._at)
        self._at += 1
        return data.decode("utf-8", "surrogatepass")

    def _variable(self) -> int:
        number = 0
        while (byte := self._byte()) < 0x80:
            number = number << 7 | byte
        return number << 6 | byte & 0x3F

    def _sevens(self, count: int) -> int:
        number = 0
        for byte in self._bytes(count):
            number = number << 7 | byte & 0x7F
        return number

    def _of_sevens(self, size: int) -> bytes:
        """Decodes `size` bytes from groups of seven bits."""
        whole, rest = divmod(8 * size, 7)
        number = self._sevens(whole)
        return (number << rest | self._byte() if rest else number).to_bytes(size, "big")


def _zigzag(value: int) -> int:
    return value << 1 if value >= 0 else ~value << 1 | 1


def _unzigzag(value: int) -> int:
    return ~(value >> 1) if value & 1 else value >> 1


def _variable(number: int) -> bytes:
    """Encodes seven bits per byte. The last byte has six, and its highest bit is set."""
    out = [0x80 | number & 0x3F]
    number >>= 6
    while number:
        out.append(number & 0x7F)
        number >>= 7
    return bytes(reversed(out))


def _in_sevens(data: bytes) -> bytes:
    number, bits = int.from_bytes(data, "big"), 8 * len(data)
    whole, rest = divmod(bits, 7)
    out = bytes((number >> (bits - 7 * (place + 1))) & 0x7F for place in range(whole))
    return out + (bytes([number & ((1 << rest) - 1)]) if rest else b"")
