"""The OpenAPI description of the REST API, made from its endpoints."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from pyrite.control.rest.endpoint import Endpoint, Parameter, TextAnswer
from pyrite.core.json_dataclasses import JsonSchemas

_VERSION: Final = "v1/2.3"


@dataclass(frozen=True)
class ErrorAnswer:
    """The body of every error answer."""

    errors: tuple[str, ...]


def openapi(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """The description, as OpenAPI 3.1. Every path also works below /v1."""
    schemas = JsonSchemas()
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.template, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pyrite REST API", "description": "Flink's paths and fields.", "version": _VERSION},
        "servers": [{"url": "/"}, {"url": "/v1"}],
        "paths": paths,
        "components": {
            "schemas": schemas.schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint, schemas: JsonSchemas) -> dict[str, Any]:
    error = {"description": "Why not.", "content": {"application/json": {"schema": schemas.of(ErrorAnswer)}}}
    statuses = sorted({400, 401, 403, 404, 429, 500, *endpoint.errors})
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "description": "For everybody." if endpoint.is_public else f"For the role {endpoint.needed_role.value}.",
        "security": [] if endpoint.is_public else [{"token": []}],
        "parameters": [
            *(_parameter(each, "path", True) for each in endpoint.parameters),
            *(_parameter(each, "query", each.is_required) for each in endpoint.query),
        ],
        "responses": {
            str(endpoint.status): {"description": endpoint.summary, "content": _content(endpoint, schemas)},
            **{str(status): error for status in statuses},
        },
    }
    if endpoint.is_upload:
        form = {"type": "object", "properties": {"jarfile": {"type": "string", "format": "binary"}}}
        operation["requestBody"] = {"content": {"multipart/form-data": {"schema": {**form, "required": ["jarfile"]}}}}
    elif endpoint.body is not None:
        operation["requestBody"] = {"content": {"application/json": {"schema": schemas.of(endpoint.body)}}}
    return operation


def _parameter(parameter: Parameter, place: str, is_required: bool) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": place,
        "required": is_required,
        "description": parameter.description,
        "schema": dict(parameter.schema),
    }


def _content(endpoint: Endpoint, schemas: JsonSchemas) -> dict[str, Any]:
    if endpoint.answer is TextAnswer:
        return {"text/plain": {"schema": {"type": "string"}}}
    return {"application/json": {"schema": schemas.of(endpoint.answer)}}
