"""Endpoint: one path of the REST API as a declared value. Routes, OpenAPI and the docs page are derived from it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Optional

from pyrite.control.access.sessions import Session
from pyrite.core.job.commands import Role

if TYPE_CHECKING:
    from pyrite.control.rest.services import RestServices

_HEX_ID: Final = re.compile(r"[0-9a-fA-F]{32}")
_LARGEST: Final = {"integer": 2**31 - 1, "long": 2**63 - 1}


class RestError(Exception):
    """An error answer: an HTTP status and messages."""

    def __init__(self, status: int, *errors: str, headers: Optional[Mapping[str, str]] = None) -> None:
        super().__init__(status, *errors)
        self.status = status
        self.errors = errors
        self.headers = headers


@dataclass(frozen=True)
class Parameter:
    """A parameter of a path or a query, with its parser. A ValueError of the parser becomes a 400."""

    name: str
    description: str
    parse: Callable[[str], Any]
    schema: Mapping[str, Any]
    is_required: bool = False
    """Path parameters are always required."""


def hex_id(text: str) -> str:
    """Parses an id of Flink's kind."""
    if not _HEX_ID.fullmatch(text):
        raise ValueError(f"expected an id of 32 hexadecimal digits, not '{text[:80]}'")
    return text.lower()


def job_id(text: str) -> str:
    """Parses a job's id: Flink's kind, or a name that the user has set."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", text):
        raise ValueError(f"expected the id of a job, 32 hexadecimal digits, not '{text[:80]}'")
    return text


def whole(kind: str = "integer", least: int = 0) -> Callable[[str], int]:
    """A parser of numbers."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,19}", text) or not least <= int(text) <= _LARGEST[kind]:
            raise ValueError(f"expected a whole number from {least} to {_LARGEST[kind]}, not '{text[:80]}'")
        return int(text)

    return parse


def any_of(*values: str) -> Callable[[str], str]:
    """A parser of one of some words, in any case."""

    def parse(text: str) -> str:
        by_word = {value.lower(): value for value in values}
        if text.lower() not in by_word:
            raise ValueError(f"expected one of {', '.join(values)}, not '{text[:80]}'")
        return by_word[text.lower()]

    return parse


def boolean(text: str) -> bool:
    """Parses true or false."""
    return any_of("true", "false")(text) == "true"


def listed(parse: Callable[[str], Any] = str) -> Callable[[str], list[Any]]:
    """A parser of comma-separated lists. An empty text is an empty list."""
    return lambda text: [parse(part) for part in text.split(",") if part]


HEX_SCHEMA: Final = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
INTEGER_SCHEMA: Final = {"type": "integer", "minimum": 0, "maximum": _LARGEST["integer"]}
LONG_SCHEMA: Final = {"type": "integer", "minimum": 0, "maximum": _LARGEST["long"]}
TEXT_SCHEMA: Final = {"type": "string"}
NAME_SCHEMA: Final = {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,64}$"}

PATH_PARAMETERS: Final[Mapping[str, Parameter]] = {
    each.name: each
    for each in (
        Parameter("jobid", "The id of a job.", job_id, HEX_SCHEMA),
        Parameter("applicationid", "The id of an application: the id of its job.", job_id, HEX_SCHEMA),
        Parameter("vertexid", "The id of a vertex of the job.", hex_id, HEX_SCHEMA),
        Parameter("triggerid", "The trigger id of the operation.", hex_id, HEX_SCHEMA),
        Parameter("checkpointid", "The number of a checkpoint.", whole("long"), LONG_SCHEMA),
        Parameter("subtaskindex", "The number of a subtask, from 0.", whole(), INTEGER_SCHEMA),
        Parameter("attempt", "The number of an attempt.", whole(), INTEGER_SCHEMA),
        Parameter("taskmanagerid", "The id of an executor.", str, NAME_SCHEMA),
        Parameter("jarid", "The id of an uploaded program.", str, NAME_SCHEMA),
        Parameter("filename", "The name of a log file.", str, NAME_SCHEMA),
        Parameter("datasetid", "The id of a data set.", hex_id, HEX_SCHEMA),
    )
}


@dataclass(frozen=True)
class Client:
    """The client of a request, with the role that it has proved."""

    name: str
    role: Role
    address: str
    session: Optional[Session] = None
    """Of a browser that has signed in."""


@dataclass(frozen=True)
class Call:
    """A request: the parsed parameters of its path and query, its body, and its client."""

    path: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    client: Optional[Client] = None
    """None: the endpoint is public, and the client has proved no role."""
    address: str = ""
    """The client's address."""

    @property
    def job_id(self) -> str:
        return str(self.path["jobid"])


@dataclass(frozen=True)
class TextAnswer:
    """A plain-text answer: a log."""

    text: str


@dataclass(frozen=True)
class CookieAnswer:
    """An answer that sets cookies in the client's browser."""

    content: Any
    cookies: tuple[str, ...]
    client: Client
    """The client that has signed in or out."""


Handler = Callable[["RestServices", Call], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """A method and a path, with parameters, body and answer."""

    method: str
    path: str
    """The path, with parameters as in Flink's documents: `/jobs/:jobid`."""
    answer: Any
    """A dataclass, or a container of dataclasses; TextAnswer; None: the body is empty."""
    handler: Handler
    summary: str
    query: tuple[Parameter, ...] = ()
    body: Any = None
    """A dataclass whose fields all have defaults, or an object type: clients may send an empty body."""
    status: int = 200
    errors: tuple[int, ...] = ()
    """The statuses of errors, apart from 400 for malformed requests and 404 for unknown resources."""
    is_upload: bool = False
    """Whether the body is a form with a file."""
    role: Optional[Role] = None
    """The role that a client needs, if it does not follow from the method."""
    is_public: bool = False
    """Whether clients without a role may send requests: those that sign in."""

    @property
    def needed_role(self) -> Role:
        """VIEW for GET, OPERATE for other methods, or the declared role."""
        return self.role or (Role.VIEW if self.method == "GET" else Role.OPERATE)

    @property
    def has_effects(self) -> bool:
        """Whether a request changes or runs something: pages of other sites may not send it, and it is audited."""
        return self.method != "GET" or self.needed_role is Role.OPERATE

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of the path."""
        return tuple(PATH_PARAMETERS[name] for name in re.findall(r":(\w+)", self.path))

    @property
    def template(self) -> str:
        """The path as OpenAPI and Starlette write it: `/jobs/{jobid}`."""
        return re.sub(r":(\w+)", r"{\1}", self.path)
