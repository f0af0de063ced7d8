"""Compressed files: known by their suffixes, read as streams. They cannot be split, and are sought in by reading on."""

from __future__ import annotations

import lzma
from typing import Any, Final

import pyarrow as pa

_CODECS: Final = {
    ".gz": "gzip",
    ".gzip": "gzip",
    ".bz2": "bz2",
    ".zst": "zstd",
    ".zstd": "zstd",
    ".lz4": "lz4",
    ".xz": "xz",
}


def codec_of(path: str) -> str:
    """The codec that a file's suffix names; empty: it is not compressed."""
    return next((codec for suffix, codec in _CODECS.items() if path.endswith(suffix)), "")


def decompressed(file: Any, codec: str) -> Any:
    """A stream of what a compressed file holds."""
    if codec == "xz":
        return pa.PythonFile(lzma.LZMAFile(file), mode="r")
    return pa.CompressedInputStream(file, codec)
