"""Schema registries: schemas by the numbers that messages carry."""

from __future__ import annotations

import base64
import json
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final, Optional
from urllib.parse import quote, urlsplit

from pyrite.common.errors import ConnectorError, InvalidProgramError
from pyrite.connectors.extras import load

_TYPE: Final = "application/vnd.schemaregistry.v1+json"
_NOT_FOUND: Final = 404


class SchemaRegistry(ABC):
    """Knows schemas by number. Must pickle. A registry that cannot be reached raises ConnectorError."""

    @abstractmethod
    def schema(self, schema_id: int) -> str:
        """The schema of a number; ValueError if there is none."""

    @abstractmethod
    def register(self, subject: str, schema: str) -> int:
        """The number of a schema, which it gets with this call if it has none."""


class FixedSchemaRegistry(SchemaRegistry):
    """Schemas that are known beforehand, without a server."""

    def __init__(self, schemas: Mapping[int, str]) -> None:
        self._schemas = dict(schemas)

    def schema(self, schema_id: int) -> str:
        if schema_id not in self._schemas:
            raise ValueError(f"no schema has the id {schema_id}; known are {sorted(self._schemas)}")
        return self._schemas[schema_id]

    def register(self, subject: str, schema: str) -> int:
        wanted = _canonical(schema)
        found = [schema_id for schema_id, known in self._schemas.items() if _canonical(known) == wanted]
        if not found:
            raise InvalidProgramError(
                f"the schema of '{subject}' is not among those of the ids {sorted(self._schemas)}"
            )
        return found[0]


class ConfluentSchemaRegistry(SchemaRegistry):
    """A server with the REST interface of Confluent's: `url` as `http://host:port`, with a path where there is one.

    `user` and `password` are sent with each request, or `token` as a bearer's.
    """

    def __init__(
        self,
        url: str,
        user: Optional[str] = None,
        password: Optional[str] = None,
        token: Optional[str] = None,
        timeout_s: float = 10.0,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InvalidProgramError("ConfluentSchemaRegistry: expected a url such as http://host:8081")
        if parts.username is not None:
            raise InvalidProgramError("ConfluentSchemaRegistry: give user and password as arguments, not in the url")
        self._url = url.rstrip("/")
        self._user, self._password, self._token = user, password, token
        self._timeout_s = timeout_s

    def __repr__(self) -> str:
        return f"ConfluentSchemaRegistry({self._url!r})"

    def schema(self, schema_id: int) -> str:
        found = self._asked(f"/schemas/ids/{schema_id}")
        if found is None:
            raise ValueError(f"no schema has the id {schema_id} at {self._url}")
        if found.get("schemaType", "AVRO") != "AVRO":
            raise ValueError(f"the schema with the id {schema_id} is {found['schemaType']}, not AVRO")
        return str(found["schema"])

    def register(self, subject: str, schema: str) -> int:
        path = f"/subjects/{quote(subject, safe='')}/versions"
        found = self._asked(path, {"schema": schema})
        if found is None:
            raise ConnectorError(f"the schema registry at {self._url} has no {path}: is the url right?")
        return int(found["id"])

    def _asked(self, path: str, body: Optional[dict[str, Any]] = None) -> Any:
        """What the server says; None: it does not know."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, {"Content-Type": _TYPE, "Accept": _TYPE})
        if self._token is not None:
            request.add_header("Authorization", f"Bearer {self._token}")
        elif self._user is not None:
            secret = base64.b64encode(f"{self._user}:{self._password or ''}".encode()).decode()
            request.add_header("Authorization", f"Basic {secret}")
        try:
            with _opener.open(request, timeout=self._timeout_s) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == _NOT_FOUND:
                return None
            told = error.read(500).decode(errors="replace")
            raise ConnectorError(f"the schema registry at {self._url} says {error.code} to {path}: {told}") from None
        except (OSError, ValueError) as error:
            raise ConnectorError(f"the schema registry at {self._url} does not answer: {error}") from None


class _Stays(urllib.request.HTTPRedirectHandler):
    """Goes nowhere else: the credentials are for this server."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener: Final = urllib.request.build_opener(_Stays)


def _canonical(schema: str) -> str:
    fastavro = load("fastavro", "avro", "FixedSchemaRegistry")
    return str(fastavro.schema.to_parsing_canonical_form(json.loads(schema)))
