"""Sealed frames: frames as they travel from task to task over Spark's exchange, whose ports ask for no authentication.

    attempt  salt      count | a frame, encrypted by AES-256-GCM
      u64    16 bytes   u32  |

The key follows, by HKDF, from the secret of the attempt, from the sender's attempt number and from a random salt of the
sending process. Both stand in the header, so that a frame that a finished stage kept opens in a later run, and a
stage that is repeated under the same secret has another key. The nonce is `count`, the number of the frame among those
of its key. The header and the place of the receiving task are authenticated with the frame: it opens nowhere else.
"""

from __future__ import annotations

import os
import struct
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pyrite.core.errors import ExchangeIntrusionError
from pyrite.runtime.wire.frames import Buffer

_HEADER: Final = struct.Struct("<Q16sI")
_PLACE: Final = struct.Struct("<II")
_SALT_BYTES: Final = 16
_TAG_BYTES: Final = 16
_MOST_FRAMES: Final = 1 << 32
SEAL_BYTES: Final = _HEADER.size + _TAG_BYTES
"""The number of bytes that a seal adds to a frame."""
Origin = tuple[int, bytes]
"""The attempt number and the salt of a sending process."""


class FrameSealer:
    """Seals the frames of one sending process."""

    def __init__(self, secret: bytes, attempt: int, level: int) -> None:
        """`level`: that of the receiving tasks."""
        self._secret = secret
        self._attempt = attempt
        self._level = level
        self._renew_key()

    def seal(self, pid: int, frame: Buffer) -> tuple[bytes, bytes]:
        """The header and the sealed bytes of a frame to the task `pid` of the next level."""
        if self._count == _MOST_FRAMES:
            self._renew_key()
        header = _HEADER.pack(self._attempt, self._salt, self._count)
        sealed = self._cipher.encrypt(_nonce(self._count), frame, header + _PLACE.pack(self._level, pid))
        self._count += 1
        return header, sealed

    def _renew_key(self) -> None:
        self._salt = os.urandom(_SALT_BYTES)
        self._cipher = _cipher(self._secret, (self._attempt, self._salt))
        self._count = 0


class FrameOpener:
    """Opens the frames that arrive at one task."""

    def __init__(self, secret: bytes, level: int, pid: int) -> None:
        self._secret = secret
        self._place = _PLACE.pack(level, pid)
        self._ciphers: dict[Origin, AESGCM] = {}

    @property
    def origins(self) -> int:
        """The number of sending processes of which a frame was opened."""
        return len(self._ciphers)

    def open(self, data: Buffer) -> bytes:
        """The frame. ExchangeIntrusionError: no task of this job sealed it for this task."""
        try:
            attempt, salt, count = _HEADER.unpack_from(data)
            cipher = self._ciphers.get((attempt, salt)) or _cipher(self._secret, (attempt, salt))
            header = bytes(data[: _HEADER.size])
            frame = cipher.decrypt(_nonce(count), memoryview(data)[_HEADER.size :], header + self._place)
        except (struct.error, InvalidTag):
            raise ExchangeIntrusionError(
                f"a frame of {len(data):,} bytes does not open: a stranger has written to the exchange. "
                "Let only the machines of the Spark cluster reach its ports (docs/guide/security.md)"
            ) from None
        self._ciphers[attempt, salt] = cipher
        return frame


def _cipher(secret: bytes, origin: Origin) -> AESGCM:
    attempt, salt = origin
    info = b"pyrite frames of attempt " + attempt.to_bytes(8)
    return AESGCM(HKDF(SHA256(), 32, salt, info).derive(secret))


def _nonce(count: int) -> bytes:
    return count.to_bytes(12)
