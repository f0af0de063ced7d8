"""The configuration file: `config.yaml`, or `flink-conf.yaml` in its old, flat form."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pyrite.core.errors import InvalidProgramError

FILE_NAME: Final = "config.yaml"
OLD_FILE_NAME: Final = "flink-conf.yaml"
_NULL: Final = "tag:yaml.org,2002:null"

_log = logging.getLogger(__name__)


def read_configuration_file(path: Path) -> dict[str, Any]:
    """The keys of a file, flat, with unparsed values. InvalidProgramError: the file cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidProgramError(f"the configuration {path} cannot be read: {error}") from None
    return read_lines(text, str(path)) if path.name == OLD_FILE_NAME else read_yaml(text, str(path))


def read_lines(text: str, name: str) -> dict[str, Any]:
    """Parses `key: value` lines like Flink's old parser: `#` begins a comment, and other lines are skipped.

    Each skipped line is logged as a warning. If a key occurs twice, the last value counts.
    """
    values: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        key, _, value = (part.strip() for part in f"{content} ".partition(": "))
        if key and value:
            values[key] = value
        elif content:
            _log.warning("%s, line %d is skipped: expected 'key: value'", name, number)
    return values


def read_yaml(text: str, name: str) -> dict[str, Any]:
    """Parses nested or dotted keys, `rest: {port: 8081}` or `rest.port: 8081`. A key that occurs twice is an error.

    Values are not interpreted: `yes`, `1_000` and `12:30` stay as they are written.
    """
    import yaml

    try:
        document = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        raise InvalidProgramError(f"the configuration {name} is not YAML: {error}") from None
    if document is None or document.tag == _NULL:
        return {}
    if not isinstance(document, yaml.MappingNode):
        raise InvalidProgramError(f"the configuration {name} must be a mapping of keys to values")
    lines: dict[str, int] = {}
    values: dict[str, Any] = {}
    for key, node in _entries(document, "", name):
        line = node.start_mark.line + 1
        if key in values:
            raise InvalidProgramError(f"the configuration {name} sets {key} twice, in lines {lines[key]} and {line}")
        if node.tag == _NULL:
            raise InvalidProgramError(
                f"{name}, line {line}: {key} has no value; remove the line, or write '' for an empty value"
            )
        lines[key], values[key] = line, _value(node)
    return values


def _entries(node: Any, prefix: str, name: str) -> Iterator[tuple[str, Any]]:
    """The entries of a mapping and of nested mappings, each with its full key."""
    import yaml

    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise InvalidProgramError(f"{name}, line {key.start_mark.line + 1}: a key must be a word")
        if isinstance(value, yaml.MappingNode) and value.value:
            yield from _entries(value, f"{prefix}{key.value}.", name)
        else:
            yield f"{prefix}{key.value}", value


def _value(node: Any) -> Any:
    """The value of a key: text, or a list or mapping of text."""
    import yaml

    if isinstance(node, yaml.SequenceNode):
        return [_value(each) for each in node.value]
    if isinstance(node, yaml.MappingNode):
        return {key.value: _value(value) for key, value in node.value}
    return node.value
