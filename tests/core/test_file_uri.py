"""Paths to URIs and back, with the names that people give to folders."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError
from pyrite.core.file_uri import as_uri, file_uri, local_path, split_scheme

NAMES = ["plain", "my data", "Größe", "run#1", "what?", "100%", "a%20b", "a:b", "ключ", "a&b=c;d", "'quoted\"", "+x+"]


@pytest.mark.parametrize("name", NAMES)
def test_path_survives_the_way_to_a_uri_and_back(name: str) -> None:
    assert local_path(as_uri(f"/data/{name}/x")) == Path(f"/data/{name}/x")


@pytest.mark.parametrize("name", NAMES)
def test_uri_is_what_pathlib_makes(name: str) -> None:
    assert local_path(Path(f"/data/{name}").as_uri()) == Path(f"/data/{name}")


@given(st.text(st.characters(exclude_characters="\0/", exclude_categories=["Cs"]), min_size=1))
def test_any_name_survives(name: str) -> None:
    path = Path("/data") / name
    assert local_path(file_uri(path)) == path
    assert file_uri(path).isascii()


@pytest.mark.parametrize(
    "text", ["file:///my data", "file:///my%20data", "file:/my data", "file://localhost/my%20data/"]
)
def test_spellings_of_one_uri_name_one_path(text: str) -> None:
    assert as_uri(text) == "file:///my%20data"


def test_plain_path_is_not_decoded() -> None:
    assert local_path("/my%20data") == Path("/my%20data")


def test_object_store_keys_stay_as_they_are() -> None:
    assert as_uri("s3://bucket/my data#1/a%20b/") == "s3://bucket/my data#1/a%20b"
    assert split_scheme("s3://bucket/my data#1?x") == ("s3", "bucket/my data#1?x")


@pytest.mark.parametrize("path", ["/", "/data/\udcff"])
def test_root_and_names_that_are_not_utf_8_survive(path: str) -> None:
    assert local_path(as_uri(path)) == Path(path)


def test_relative_path_is_made_absolute() -> None:
    assert local_path("x y") == Path.cwd() / "x y"


def test_host_is_refused_with_the_right_spelling() -> None:
    with pytest.raises(InvalidProgramError, match=r"contains a host, 'data': write file:///data/x"):
        local_path("file://data/x")


def test_other_schemes_are_refused() -> None:
    with pytest.raises(InvalidProgramError, match="hdfs://x/y: expected a local path or file:///path"):
        local_path("hdfs://x/y")
