"""Compressed files, recognized by their suffixes and read as streams. They cannot be split; seeking reads forward."""

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
    """The codec of a file, by its suffix; empty for an uncompressed file."""
    return next((codec for suffix, codec in _CODECS.items() if path.endswith(suffix)), "")


def decompressed(file: Any, codec: str) -> Any:
    """The decompressed stream of a compressed file."""
    if codec == "xz":
        return pa.PythonFile(lzma.LZMAFile(file), mode="r")
    return pa.CompressedInputStream(file, codec)
