"""What an HttpSink is given is checked when it is made, and nothing of it that may be secret is shown."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.common.block import Block
from pyrite.connectors.http.options import HttpSettings
from pyrite.connectors.http.sink import HttpWriter
from pyrite.core.backoff import Backoff
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.datastream.connectors.http import HttpSink


@pytest.mark.parametrize("url", ["ftp://h/", "http://", "h", "http://[::1", b"http://h/", None])
def test_url_must_be_one_of_http(url: Any) -> None:
    with pytest.raises(InvalidProgramError, match="must begin with http"):
        HttpSink(url, SimpleStringSchema())


@pytest.mark.parametrize(
    "url",
    [" http://h/", "http://h/a b", "http://h/?q=a b&key=SECRET", "http://h/é?key=SECRET", "http://h/\n", "http://ü/"],
)
def test_url_with_other_characters_is_refused_and_not_shown(url: str) -> None:
    with pytest.raises(InvalidProgramError, match="contains a space or a non-ASCII character") as reported:
        HttpSink(url, SimpleStringSchema())
    assert "SECRET" not in str(reported.value)


@pytest.mark.parametrize("user", ["me:SECRET", "SECRET", ":SECRET"])
def test_url_with_a_user_is_refused_and_not_shown(user: str) -> None:
    with pytest.raises(
        InvalidProgramError, match=r"contains a user or a password, .* headers=\{\"Authorization\""
    ) as reported:
        HttpSink(f"https://{user}@host/in", SimpleStringSchema())
    assert "SECRET" not in str(reported.value)


def test_host_that_cannot_be_one_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="not a valid host name"):
        HttpSink("http://a..b/", SimpleStringSchema())


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"Bearer SECRET", "'Authorization' must be a str, not bytes"),
        ("Bearer SECRET\u20ac", "'Authorization' contains a character that is not in Latin-1"),
    ],
)
def test_header_that_cannot_be_sent_is_refused_and_not_shown(value: Any, expected: str) -> None:
    with pytest.raises(InvalidProgramError, match=expected) as reported:
        HttpSink("http://host", SimpleStringSchema(), headers={"Authorization": value})
    assert "SECRET" not in str(reported.value)


@pytest.mark.parametrize("name", ["", "a b", "a:", "\u00e9", b"X-Key"])
def test_name_that_a_header_cannot_have_is_refused(name: Any) -> None:
    with pytest.raises(InvalidProgramError, match="not a valid header name"):
        HttpSink("http://host", SimpleStringSchema(), headers={name: "v"})


def test_headers_and_what_is_asked_for_are_in_no_text() -> None:
    sink = HttpSink("http://h/?key=hunter1", SimpleStringSchema(), headers={"Authorization": "hunter2"})
    assert "hunter" not in repr(vars(sink))


def test_pause_must_not_be_negative() -> None:
    with pytest.raises(InvalidProgramError, match="retry_pause_ms of an HttpSink must be at least 0, not -1"):
        HttpSink("http://h/", SimpleStringSchema(), retry_pause_ms=-1)


def test_url_that_the_client_refuses_is_not_tried_again_and_not_shown() -> None:
    settings = HttpSettings("http://127.0.0.1:1/", "POST", {}, 1, b"", Backoff(60_000, retries=3), 1)
    object.__setattr__(settings, "url", "http://127.0.0.1:1/in?a\nb=SECRET")
    writer = HttpWriter(settings, SimpleStringSchema())
    with pytest.raises(ConnectorError, match=r"http://127\.0\.0\.1:1/in cannot be called: its URL") as reported:
        writer.write(Block(["a"]))
    assert "SECRET" not in str(reported.value)
