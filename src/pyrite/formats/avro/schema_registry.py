"""Schema registries: schemas by the ids that messages carry."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final, Optional
from urllib.parse import quote, urlsplit

from pyrite.connectors.base.http_client import http_client
from pyrite.core.connector.urls import check_url
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted

_TYPE: Final = "application/vnd.schemaregistry.v1+json"
_NO_SUCH_SCHEMA: Final = 40403
_SHOWN: Final = 500


@persisted("schema-registry/1")
class SchemaRegistry(ABC):
    """Resolves schemas by id. Must pickle. An unreachable registry raises ConnectorError."""

    @abstractmethod
    def schema(self, schema_id: int) -> str:
        """Returns the schema with this id; ValueError if the registry does not have it."""

    @abstractmethod
    def register(self, subject: str, schema: str) -> int:
        """Returns the id of a schema. Registers the schema if it is new."""


@persisted("fixed-schema-registry/1")
class FixedSchemaRegistry(SchemaRegistry):
    """A fixed set of schemas, without a server."""

    def __init__(self, schemas: Mapping[int, str]) -> None:
        self._schemas = dict(schemas)

    def schema(self, schema_id: int) -> str:
        if schema_id not in self._schemas:
            raise ValueError(f"no schema has the id {schema_id}; the registry has {sorted(self._schemas)}")
        return self._schemas[schema_id]

    def register(self, subject: str, schema: str) -> int:
        canonical = _canonical(schema)
        ids = [schema_id for schema_id, candidate in self._schemas.items() if _canonical(candidate) == canonical]
        if not ids:
            raise InvalidProgramError(
                f"the schema of '{subject}' is none of the schemas with the ids {sorted(self._schemas)}"
            )
        return ids[0]


@persisted("confluent-schema-registry/1")
class ConfluentSchemaRegistry(SchemaRegistry):
    """A server with the REST interface of Confluent's registry: `url` is `http://host:port`, with an optional path.

    Each request carries `user` and `password`, or `token` as a bearer token.
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
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise InvalidProgramError("ConfluentSchemaRegistry: expected a url such as http://host:8081")
        if "@" in url or parts.query:
            raise InvalidProgramError(
                "ConfluentSchemaRegistry: pass user, password or token as arguments, not in the url"
            )
        check_url(url, "a schema registry")
        self._url = url.rstrip("/")
        self._user, self._password, self._token = user, password, token
        self._timeout_s = timeout_s

    def __repr__(self) -> str:
        return f"ConfluentSchemaRegistry({self._url!r})"

    def schema(self, schema_id: int) -> str:
        answer = self._request(f"/schemas/ids/{schema_id}")
        if answer.get("error_code") == _NO_SUCH_SCHEMA:
            raise ValueError(f"no schema has the id {schema_id} at {self._url}")
        if answer.get("schemaType", "AVRO") != "AVRO":
            raise ValueError(f"the schema with the id {schema_id} is {answer['schemaType']}, not AVRO")
        return str(self._part(answer, "schema"))

    def register(self, subject: str, schema: str) -> int:
        answer = self._request(f"/subjects/{quote(subject, safe='')}/versions", {"schema": schema})
        return int(self._part(answer, "id"))

    def _part(self, answer: dict[str, Any], name: str) -> Any:
        if name not in answer:
            raise ConnectorError(f"the answer of the schema registry at {self._url} has no '{name}': is the url right?")
        return answer[name]

    def _request(self, path: str, body: Optional[dict[str, Any]] = None) -> dict[str, Any]:
        """Returns the server's answer, also if it lacks the schema. Other failures raise ConnectorError."""
        import httpx

        try:
            with http_client(self._timeout_s, headers=self._headers(), auth=self._login()) as client:
                answer = client.request("GET" if body is None else "POST", self._url + path, json=body)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ConnectorError(
                f"the schema registry at {self._url} does not answer: {type(error).__name__}: {error}"
            ) from None
        content = _json_object(answer.content)
        if answer.is_success or content.get("error_code") == _NO_SUCH_SCHEMA:
            return content
        text = answer.text[:_SHOWN]
        raise ConnectorError(f"the schema registry at {self._url} says {answer.status_code} to {path}: {text}")

    def _headers(self) -> dict[str, str]:
        login = {} if self._token is None else {"Authorization": f"Bearer {self._token}"}
        return {"Content-Type": _TYPE, "Accept": _TYPE, **login}

    def _login(self) -> Optional[tuple[str, str]]:
        return (self._user, self._password or "") if self._user is not None and self._token is None else None


def _json_object(data: bytes) -> dict[str, Any]:
    """Parses an answer; empty if it is not a JSON object."""
    try:
        content = json.loads(data)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def _canonical(schema: str) -> str:
    fastavro = load("fastavro", "avro", "FixedSchemaRegistry")
    return str(fastavro.schema.to_parsing_canonical_form(json.loads(schema)))
