"""Endpoint: one path of the REST API as a declared value. Routes, OpenAPI and the docs page are derived from it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pyrite.control.rest.services import RestServices

_HEX_ID: Final = re.compile(r"[0-9a-fA-F]{32}")
_LARGEST: Final = {"integer": 2**31 - 1, "long": 2**63 - 1}


class RestError(Exception):
    """What a client is answered instead: a status and sentences."""

    def __init__(self, status: int, *errors: str) -> None:
        super().__init__(status, *errors)
        self.status = status
        self.errors = errors


@dataclass(frozen=True)
class Parameter:
    """A parameter of a path or a query, and how its text is read. ValueError: the client is answered 400."""

    name: str
    description: str
    read: Callable[[str], Any]
    schema: Mapping[str, Any]
    is_required: bool = False
    """Those of paths always are."""


def hex_id(text: str) -> str:
    """Reads Flink's kind of id."""
    if not _HEX_ID.fullmatch(text):
        raise ValueError(f"expected an id of 32 hexadecimal digits, not '{text[:80]}'")
    return text.lower()


def job_id(text: str) -> str:
    """Reads a job's id: Flink's kind, or a name that the user gave."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", text):
        raise ValueError(f"expected the id of a job, 32 hexadecimal digits, not '{text[:80]}'")
    return text


def whole(kind: str = "integer", least: int = 0) -> Callable[[str], int]:
    """Reads a number."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,19}", text) or not least <= int(text) <= _LARGEST[kind]:
            raise ValueError(f"expected a whole number from {least} to {_LARGEST[kind]}, not '{text[:80]}'")
        return int(text)

    return read


def any_of(*values: str) -> Callable[[str], str]:
    """Reads one of some words, whatever its case."""

    def read(text: str) -> str:
        known = {value.lower(): value for value in values}
        if text.lower() not in known:
            raise ValueError(f"expected one of {', '.join(values)}, not '{text[:80]}'")
        return known[text.lower()]

    return read


def boolean(text: str) -> bool:
    """Reads true or false."""
    return any_of("true", "false")(text) == "true"


def listed(read: Callable[[str], Any] = str) -> Callable[[str], list[Any]]:
    """Reads what is apart by commas. No text: an empty list."""
    return lambda text: [read(part) for part in text.split(",") if part]


HEX_SCHEMA: Final = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
INTEGER_SCHEMA: Final = {"type": "integer", "minimum": 0, "maximum": _LARGEST["integer"]}
LONG_SCHEMA: Final = {"type": "integer", "minimum": 0, "maximum": _LARGEST["long"]}
TEXT_SCHEMA: Final = {"type": "string"}
NAME_SCHEMA: Final = {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,64}$"}

PATH_PARAMETERS: Final[Mapping[str, Parameter]] = {
    each.name: each
    for each in (
        Parameter("jobid", "The id of a job.", job_id, HEX_SCHEMA),
        Parameter("applicationid", "The id of an application, which is that of its job.", job_id, HEX_SCHEMA),
        Parameter("vertexid", "The id of a vertex of the job.", hex_id, HEX_SCHEMA),
        Parameter("triggerid", "The id under which something was asked for.", hex_id, HEX_SCHEMA),
        Parameter("checkpointid", "The number of a checkpoint.", whole("long"), LONG_SCHEMA),
        Parameter("subtaskindex", "The number of a subtask, from 0.", whole(), INTEGER_SCHEMA),
        Parameter("attempt", "The number of an attempt.", whole(), INTEGER_SCHEMA),
        Parameter("taskmanagerid", "The id of an executor.", str, NAME_SCHEMA),
        Parameter("jarid", "The name under which a program was uploaded.", str, NAME_SCHEMA),
        Parameter("filename", "The name of a log file.", str, NAME_SCHEMA),
        Parameter("datasetid", "The id of a data set.", hex_id, HEX_SCHEMA),
    )
}


@dataclass(frozen=True)
class Call:
    """A request: what its path, query and body say, read."""

    path: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None

    @property
    def job_id(self) -> str:
        return str(self.path["jobid"])


@dataclass(frozen=True)
class TextAnswer:
    """An answer that is not JSON: a log."""

    text: str


Handler = Callable[["RestServices", Call], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """A method and a path, with what it takes and answers."""

    method: str
    path: str
    """Parameters as in Flink's documents: `/jobs/:jobid`."""
    answer: Any
    """A dataclass, or a type made of such; TextAnswer; None: the body is empty."""
    handler: Handler
    summary: str
    query: tuple[Parameter, ...] = ()
    body: Any = None
    """A dataclass whose fields all have defaults, or a type of objects: an empty body is accepted."""
    status: int = 200
    errors: tuple[int, ...] = ()
    """The statuses of errors besides 400, which malformed requests get, and 404, which unknown things do."""
    is_upload: bool = False
    """Whether the body is a form with a file."""

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Of the path."""
        return tuple(PATH_PARAMETERS[name] for name in re.findall(r":(\w+)", self.path))

    @property
    def template(self) -> str:
        """The path as OpenAPI and Starlette write it: `/jobs/{jobid}`."""
        return re.sub(r":(\w+)", r"{\1}", self.path)
