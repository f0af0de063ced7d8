"""Location and PathPattern: local paths and paths in S3 and HDFS, with wildcards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pyrite.core.errors import InvalidProgramError
from pyrite.core.file_uri import local_path, split_scheme
from pyrite.core.persistence.persisted import persisted

_WILD = re.compile(r"[*?\[{]")
_HIDDEN = (".", "_")


@persisted("file-location/1")
@dataclass(frozen=True)
class Location:
    """A file or a folder. `scheme` is `file`, `s3` or `hdfs`; `path` is absolute, or starts with bucket or NameNode.

    The path of `hdfs:///folder` begins with a slash, as it does not name its NameNode.
    """

    scheme: str
    path: str

    @staticmethod
    def of(path: str) -> Location:
        if not path:
            raise InvalidProgramError(
                "the path is empty: expected a local folder or file, s3://bucket/path or hdfs://host:8020/path"
            )
        scheme, rest = split_scheme(path)
        if scheme in ("", "file"):
            return Location("file", str(local_path(path)))
        if scheme in ("s3", "s3a"):
            return _in_s3(rest)
        if scheme == "hdfs":
            return _in_hdfs(rest)
        raise InvalidProgramError(
            f"{path}: expected a local path, file:///path, s3://bucket/path or hdfs://host:8020/path"
        )

    @property
    def uri(self) -> str:
        return self.path if self.scheme == "file" else f"{self.scheme}://{self.path}"

    def below(self, *parts: str) -> Location:
        return Location(self.scheme, "/".join([self.path.rstrip("/"), *(part for part in parts if part)]))

    @property
    def bucket(self) -> str:
        return self.path.partition("/")[0]

    @property
    def key(self) -> str:
        return self.path.partition("/")[2]


def _in_s3(path: str) -> Location:
    bucket = path.partition("/")[0]
    if "@" in bucket:
        raise InvalidProgramError("s3:// URIs must not contain credentials: set s3.access-key and s3.secret-key")
    if not bucket:
        raise InvalidProgramError("expected s3://bucket/path")
    return Location("s3", path.strip("/"))


def _in_hdfs(path: str) -> Location:
    authority, _, rest = path.partition("/")
    if "@" in authority:
        raise InvalidProgramError("hdfs:// URIs must not contain credentials: the user is HADOOP_USER_NAME")
    return Location("hdfs", f"{authority}/{rest.strip('/')}")


@persisted("file-path-pattern/1")
@dataclass(frozen=True)
class PathPattern:
    """The files of a user's path: all files below `root`, or the files whose path below `root` matches `pattern`."""

    root: Location
    pattern: str = ""

    @staticmethod
    def of(path: str) -> PathPattern:
        location = Location.of(path)
        if location.scheme == "file" and Path(location.path).exists():
            return PathPattern(location)  # an existing file with a name such as `what?` or `[1]`
        parts = location.path.split("/")
        plain = next((index for index, part in enumerate(parts) if _WILD.search(part)), len(parts))
        if plain == len(parts):
            return PathPattern(location)
        return PathPattern(Location(location.scheme, "/".join(parts[:plain]) or "/"), "/".join(parts[plain:]))

    def takes(self, relative: str) -> bool:
        """Whether a file below the root matches. Hidden files, and files in hidden folders, never match."""
        if is_hidden(relative):
            return False
        return not self.pattern or re.fullmatch(_regex(self.pattern), relative) is not None


def is_hidden(relative: str) -> bool:
    """Whether a part of the path begins with a dot or an underscore, as for files in progress."""
    return any(part.startswith(_HIDDEN) for part in relative.split("/"))


def _regex(pattern: str) -> str:
    """`*` and `?` match within a name, `**` across folders, `{a,b}` alternatives, `[ab]` a set of characters."""
    pieces = re.split(r"(\*\*/|\*\*|\*|\?|\[[^\]]+\]|\{[^}]*\})", pattern)
    return "".join(map(_piece, pieces))


def _piece(piece: str) -> str:
    wildcards = {"**/": r"(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    if piece in wildcards:
        return wildcards[piece]
    if piece.startswith("["):
        return f"[^{piece[2:-1]}]" if piece[1] in "!^" else f"[{piece[1:-1]}]"
    if piece.startswith("{"):
        return f"(?:{'|'.join(map(re.escape, piece[1:-1].split(',')))})"
    return re.escape(piece)
