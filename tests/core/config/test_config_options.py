"""Options: how they are declared, and how the texts of their values are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyrite.core.config.config_options import (
    ConfigOption,
    ConfigOptions,
    parse_list,
    parse_map,
    parse_memory_bytes,
)
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("boolean_type", "TRUE", True),
        ("boolean_type", "false", False),
        ("int_type", "-3", -3),
        ("long_type", str(2**40), 2**40),
        ("float_type", "1.5", 1.5),
        ("double_type", "1e-3", 0.001),
        ("string_type", "text", "text"),
    ],
)
def test_declared_option_reads_its_type(kind: str, text: str, value: Any) -> None:
    option = getattr(ConfigOptions.key("my.option"), kind)().no_default_value()
    assert Configuration({"my.option": text}).get(option) == value
    assert Configuration().get(option) is None
    assert Configuration().set(option, value).get(option) == value


def test_declared_option_has_its_default_and_key() -> None:
    option = ConfigOptions.key("my.option").int_type().default_value(3)
    assert (option.key, option.default, Configuration().get(option)) == ("my.option", 3, 3)


@pytest.mark.parametrize("kind", ["boolean_type", "int_type", "long_type", "float_type", "double_type"])
def test_text_that_is_no_value_of_the_type_is_refused_with_its_key(kind: str) -> None:
    option = getattr(ConfigOptions.key("my.option"), kind)().no_default_value()
    with pytest.raises(InvalidProgramError, match=r"my\.option = 'many'"):
        Configuration({"my.option": "many"}).get(option)


@pytest.mark.parametrize(
    ("text", "size_bytes"),
    [
        ("64 mib", 64 << 20),
        ("64 kibibytes", 64 << 10),
        ("64 mebibytes", 64 << 20),
        ("1 gibibytes", 1 << 30),
        ("2 tebibytes", 2 << 40),
    ],
)
def test_memory_size_is_read_with_the_long_names_of_its_units(text: str, size_bytes: int) -> None:
    assert parse_memory_bytes(text) == size_bytes


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (parse_memory_bytes, "1 kilobytes"),
        (parse_map, "a,b"),
        (parse_map, "{a"),
    ],
)
def test_text_that_cannot_be_read_says_what_was_expected(parse: Callable[[str], Any], text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("a", ["a"]),
        ("a;b", ["a", "b"]),
        ("a, b", ["a", "b"]),
        ("[a, 'b', \"c\"]", ["a", "b", "c"]),
        (";a;;b;", ["a", "b"]),
    ],
)
def test_list_is_read_in_flinks_forms(text: str, parts: list[str]) -> None:
    assert parse_list(text) == parts


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("", {}),
        ("a:1", {"a": "1"}),
        ("a:1,b:x y", {"a": "1", "b": "x y"}),
        ("a:http://host:80", {"a": "http://host:80"}),
        ('{"a": 1, "b": "x,y:z"}', {"a": "1", "b": "x,y:z"}),
    ],
)
def test_map_is_read_in_flinks_form_and_as_json(text: str, entries: dict[str, str]) -> None:
    assert parse_map(text) == entries


@pytest.mark.parametrize("paths", [["a"], ["a", "b"], ["a,b", "c;d"], ['with "quotes"', "x,y"], []])
def test_list_comes_back_from_a_configuration_as_it_was(paths: list[str]) -> None:
    option: ConfigOption[list[str]] = ConfigOption("paths", parse_list, [])
    assert Configuration().set(option, paths).get(option) == paths
