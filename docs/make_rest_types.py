"""Writes web/src/rest/types.ts, the types of REST's answers and bodies: python docs/make_rest_types.py"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pyrite.control.rest.endpoints.all_endpoints import ALL_ENDPOINTS
from pyrite.control.rest.openapi import openapi

FILE: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "rest" / "types.ts"
HEAD: Final = (
    "/** Generated from the declared endpoints by docs/make_rest_types.py: what REST answers, and what it takes. */\n"
)
_SIMPLE: Final = {"string": "string", "boolean": "boolean", "integer": "number", "number": "number", "null": "null"}


def text() -> str:
    description = openapi(ALL_ENDPOINTS)
    schemas = description["components"]["schemas"]
    parts = [HEAD, *(_interface(name, schemas[name]) for name in sorted(schemas))]
    operations = list(_operations(description["paths"]))
    parts.append(_table("Answers", "The answer to GET, by path.", [row for row in operations if row[0] == "GET"]))
    parts.append(_table("Changes", "Body and answer of other methods.", [row for row in operations if row[0] != "GET"]))
    return "\n".join(parts)


def _interface(name: str, schema: Mapping[str, Any]) -> str:
    required = set(schema["required"])
    fields = [
        f"  {_key(field)}{'' if field in required else '?'}: {_type(inner)};\n"
        for field, inner in schema["properties"].items()
    ]
    return f"export interface {name} {{\n{''.join(fields)}}}\n" if fields else f"export type {name} = object;\n"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(_type, schema["anyOf"])))
    if schema.get("type") == "array":
        inner = _type(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if schema.get("type") == "object":
        return f"Record<string, {_type(schema.get('additionalProperties', {}))}>"
    return _SIMPLE.get(schema.get("type", ""), "unknown")


def _operations(paths: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """Method, path, type of the body and type of the answer."""
    for path, methods in paths.items():
        for method, operation in methods.items():
            answer = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
            (content,) = answer["content"].values()
            bodies = list(operation.get("requestBody", {}).get("content", {}).items())
            body = "undefined"
            if bodies:
                body = "FormData" if bodies[0][0] == "multipart/form-data" else _type(bodies[0][1]["schema"])
            yield method.upper(), path, body, _type(content["schema"])


def _table(name: str, comment: str, rows: list[tuple[str, str, str, str]]) -> str:
    lines = [
        f'  "{path}": {answer};' if method == "GET" else f'  "{method} {path}": {{ body: {body}; answer: {answer} }};'
        for method, path, body, answer in rows
    ]
    return "\n".join([f"/** {comment} */", f"export interface {name} {{", *lines, "}", ""])


if __name__ == "__main__":
    FILE.write_text(text())
