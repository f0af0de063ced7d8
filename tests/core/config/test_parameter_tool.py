"""ParameterTool: how arguments and properties files are read, as observed on Flink 2.3's Java class.

What differs on purpose: Java reads every text but `true` as the boolean false, also a flag without a value; here that
is an error. Properties files are read in UTF-8, not in ISO 8859-1.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.parameter_tool import ParameterTool
from pyrite.core.errors import InvalidProgramError

NONE = ParameterTool.NO_VALUE_KEY


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ([], {}),
        (["--a", "1", "-b", "-2", "--c", "--d", "x"], {"a": "1", "b": "-2", "c": NONE, "d": "x"}),
        (["--a", "-1.5e3"], {"a": "-1.5e3"}),
        (["--a", "-0x1F"], {"a": "-0x1F"}),
        (["--a", "-.5"], {"a": "-.5"}),
        (["--a", "-5."], {"a": "-5."}),
        (["--a", "-5L"], {"a": "-5L"}),
        (["--a", "+5"], {"a": "+5"}),
        (["--a", "-inf"], {"a": NONE, "inf": NONE}),
        (["--a", "-1_000"], {"a": NONE, "1_000": NONE}),
        (["--a", "-1e"], {"a": NONE, "1e": NONE}),
        (["--a", "--5"], {"a": NONE, "5": NONE}),
        (["--a=5"], {"a=5": NONE}),
        (["--a", ""], {"a": ""}),
        (["--a", "1", "--a", "2"], {"a": "2"}),
        (["---a", "5"], {"-a": "5"}),
        (["-5", "x"], {"5": "x"}),
    ],
)
def test_arguments_are_read_as_by_flink(args: list[str], expected: dict[str, str]) -> None:
    assert ParameterTool.from_args(args).to_map() == expected


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (["a"], "expected a key with -- or - before it, got 'a'"),
        (["", "x"], "got ''"),
        (["--a", "x", "y"], "got 'y'"),
        (["--"], "expected a key after '--'"),
        (["-", "x"], "expected a key after '-'"),
        (["--a", "-"], "expected a key after '-'"),
    ],
)
def test_arguments_are_refused_without_a_key(args: list[str], text: str) -> None:
    with pytest.raises(InvalidProgramError, match=text):
        ParameterTool.from_args(args)


def test_values_are_read_as_what_they_are_asked_for() -> None:
    tool = ParameterTool.from_args(["--i", "5", "--l", "5000000000", "--f", "1.5", "--t", "TRUE", "--s", "x"])
    assert (tool.get_int("i"), tool.get_long("l"), tool.get_float("f"), tool.get_double("i")) == (
        5,
        5 * 10**9,
        1.5,
        5.0,
    )
    assert (tool.get_boolean("t"), tool.get("s"), tool.get_required("s")) == (True, "x", "x")


def test_missing_values_are_the_default() -> None:
    tool = ParameterTool.from_map({})
    assert (tool.get("a"), tool.get("a", "x"), tool.get_int("a", 0), tool.get_boolean("a", False)) == (
        None,
        "x",
        0,
        False,
    )


@pytest.mark.parametrize("getter", ["get_required", "get_int", "get_long", "get_float", "get_double", "get_boolean"])
def test_missing_value_without_a_default_names_its_key(getter: str) -> None:
    with pytest.raises(InvalidProgramError, match="required parameter 'wrong'"):
        getattr(ParameterTool.from_map({"right": "1"}), getter)("wrong")


@pytest.mark.parametrize(
    ("getter", "text"),
    [
        ("get_int", "1.5"),
        ("get_int", " 7 "),
        ("get_int", "1_000"),
        ("get_int", "2147483648"),
        ("get_long", "9223372036854775808"),
        ("get_double", "x"),
        ("get_boolean", "yes"),
    ],
)
def test_value_that_cannot_be_read_names_its_key_even_with_a_default(getter: str, text: str) -> None:
    with pytest.raises(InvalidProgramError, match=r"--key .*: expected"):
        getattr(ParameterTool.from_map({"key": text}), getter)("key", 1)


@pytest.mark.parametrize("getter", ["get_int", "get_boolean"])
def test_flag_without_a_value_is_no_value(getter: str) -> None:
    tool = ParameterTool.from_args(["--flag"])
    assert tool.has("flag")
    with pytest.raises(InvalidProgramError, match="has no value"):
        getattr(tool, getter)("flag")


def test_unrequested_parameters_are_those_that_nothing_asked_for() -> None:
    tool = ParameterTool.from_map({"a": "1", "b": "2", "c": "3"})
    tool.get_int("a")
    tool.has("b")
    tool.get_int("d", 5)
    assert tool.get_unrequested_parameters() == {"c"}


def test_reading_all_parameters_requests_none() -> None:
    tool = ParameterTool.from_map({"a": "1"})
    tool.to_map()
    tool.get_configuration()
    assert tool.get_unrequested_parameters() == {"a"}


def test_merge_prefers_the_other_and_keeps_what_was_requested() -> None:
    one, other = ParameterTool.from_map({"a": "1", "b": "2"}), ParameterTool.from_map({"b": "3", "c": "4"})
    one.get("a")
    other.get("c")
    merged = one.merge_with(other)
    assert (merged.to_map(), merged.get_unrequested_parameters()) == ({"a": "1", "b": "3", "c": "4"}, {"b"})
    assert one.get_number_of_parameters() == 2


def test_configuration_has_all_parameters() -> None:
    tool = ParameterTool.from_args(["--parallelism.default", "4"])
    assert tool.get_configuration() == Configuration({"parallelism.default": "4"})


def test_properties_file_is_read_as_by_java(tmp_path: Path) -> None:
    text = "# c\n! d\na=1\n b : 2\nc 3\nd=x\\\n   y\ne\\=f=\\u00e9\\t|\ng=\n\nh = a b \nk\nl==x\nm=\\q\\\\\n"
    (tmp_path / "job.properties").write_text(text, encoding="utf-8")
    assert ParameterTool.from_properties_file(str(tmp_path / "job.properties")).to_map() == {
        "a": "1",
        "b": "2",
        "c": "3",
        "d": "xy",
        "e=f": "é\t|",
        "g": "",
        "h": "a b ",
        "k": "",
        "l": "=x",
        "m": "q\\",
    }


def test_properties_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidProgramError, match=r"no\.properties"):
        ParameterTool.from_properties_file(tmp_path / "no.properties")


@pytest.mark.parametrize("value", [5, True, "x"])
def test_map_values_become_text(value: Any) -> None:
    assert ParameterTool.from_map({"a": value}).get("a") == str(value)


def test_parameters_come_back_from_pickle() -> None:
    tool = ParameterTool.from_args(["--a", "1"])
    tool.get("a")
    back = pickle.loads(pickle.dumps(tool))
    assert (back, back.get_unrequested_parameters()) == (tool, set())
