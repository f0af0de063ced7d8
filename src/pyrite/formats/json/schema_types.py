"""The row type that a JSON schema describes."""

from __future__ import annotations

import json
from typing import Any, Final, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.composite_type_info import RowTypeInfo
from pyrite.core.types.type_information import TypeInformation
from pyrite.core.types.types_factory import Types

_FORMATS: Final = {"date": Types.SQL_DATE, "time": Types.SQL_TIME, "date-time": Types.SQL_TIMESTAMP}
_UNIONS: Final = ("allOf", "anyOf", "not", "extends", "disallow")


def type_of_json_schema(json_schema: str) -> TypeInformation:
    """Returns the type of a JSON schema's values, as Flink does.

    Objects become rows. Arrays become object arrays, or rows if each item has a separate schema. Numbers and integers
    become BIG_DEC. Strings become STRING, or a date, a time or bytes by `format` or `contentEncoding`. All values are
    nullable. References within the document are resolved. Other unions, and objects with additional properties, are
    refused.
    """
    try:
        root = json.loads(json_schema)
    except ValueError as error:
        raise InvalidProgramError(f"the JSON schema is not valid JSON: {error}") from None
    return _Schema(root).type_of(root, "<root>", ())


class _Schema:
    def __init__(self, root: Any) -> None:
        self._root = root

    def type_of(self, node: Any, where: str, via: tuple[str, ...]) -> TypeInformation:
        """Returns the type at a node that was reached `via` these references. An always-null node may have any type."""
        return self._type_of(node, where, via) or Types.PICKLED_BYTE_ARRAY()

    def _type_of(self, node: Any, where: str, via: tuple[str, ...]) -> Optional[TypeInformation]:
        if not isinstance(node, dict):
            raise _refused(where, f"expected an object, got {node!r}")
        for name in _UNIONS:
            if name in node:
                raise _refused(where, f"'{name}' combines several types: only one type, and null, is supported")
        alternatives = [self._named(name, node, where, via) for name in _names(node)]
        alternatives += [
            self._type_of(part, f"{where}/oneOf[{n}]", via) for n, part in enumerate(node.get("oneOf", ()))
        ]
        if not alternatives and isinstance(node.get("$ref"), str):
            alternatives = [self._resolve_reference(node["$ref"], where, via)]
        kinds = list(dict.fromkeys(kind for kind in alternatives if kind is not None))
        if len(kinds) > 1:
            raise _refused(where, f"expected one type, optionally with null, got {kinds}")
        if not alternatives:
            raise _refused(where, "'type' is missing")
        return kinds[0] if kinds else None

    def _resolve_reference(self, reference: str, where: str, via: tuple[str, ...]) -> Optional[TypeInformation]:
        if reference in via:
            raise _refused(where, f"'{reference}' refers to itself")
        if not reference.startswith("#"):
            raise _refused(where, f"'{reference}' refers to another document")
        node = self._root
        for step in reference[1:].strip("/").split("/"):
            step = step.replace("~1", "/").replace("~0", "~")
            if step and (not isinstance(node, dict) or step not in node):
                raise _refused(where, f"'{reference}' is not in the document")
            node = node[step] if step else node
        return self._type_of(node, reference, (*via, reference))

    def _named(self, name: Any, node: dict[str, Any], where: str, via: tuple[str, ...]) -> Optional[TypeInformation]:
        match name:
            case "null":
                return None
            case "boolean":
                return Types.BOOLEAN()
            case "number" | "integer":
                return Types.BIG_DEC()
            case "string":
                return _string(node, where)
            case "object":
                return self._object(node, where, via)
            case "array":
                return self._array(node, where, via)
        raise _refused(where, f"unknown type {name!r}")

    def _object(self, node: dict[str, Any], where: str, via: tuple[str, ...]) -> RowTypeInfo:
        if node.get("additionalProperties") is True:
            raise _refused(
                where, "a row cannot have additional properties: name them, or set additionalProperties to false"
            )
        fields = node.get("properties", {})
        kinds = [self.type_of(field, f"{where}/{name}", via) for name, field in fields.items()]
        return Types.ROW_NAMED(list(fields), kinds)

    def _array(self, node: dict[str, Any], where: str, via: tuple[str, ...]) -> TypeInformation:
        items = node.get("items")
        if isinstance(items, dict):
            return Types.OBJECT_ARRAY(self.type_of(items, f"{where}/items", via))
        if not isinstance(items, list) or node.get("additionalItems") is True:
            raise _refused(
                where, "an array needs 'items': one schema for all items, or one for each without additional items"
            )
        return Types.ROW([self.type_of(item, f"{where}/items[{n}]", via) for n, item in enumerate(items)])


def _names(node: dict[str, Any]) -> list[Any]:
    names = node.get("type", [])
    return names if isinstance(names, list) else [names]


def _string(node: dict[str, Any], where: str) -> TypeInformation:
    if "format" in node:
        return _FORMATS.get(node["format"], Types.STRING)()
    if "contentEncoding" not in node:
        return Types.STRING()
    if node["contentEncoding"] != "base64":
        raise _refused(where, f"expected the content encoding base64, got {node['contentEncoding']!r}")
    return Types.PRIMITIVE_ARRAY(Types.BYTE())


def _refused(where: str, why: str) -> InvalidProgramError:
    return InvalidProgramError(f"the JSON schema at {where}: {why}")
