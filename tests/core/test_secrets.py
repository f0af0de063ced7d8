"""What messages show in place of secrets."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from pyrite.core.secrets import Secrets, is_sensitive, masked, masked_statement, masked_words, with_secrets


@pytest.mark.parametrize(
    "key",
    [
        "s3.secret-key",
        "s3.access-key",
        "sasl.Password",
        "properties.ssl.keystore.key",
        "sasl.jaas.config",
        "auth_params",
    ],
)
def test_setting_is_sensitive_by_its_name(key: str) -> None:
    assert is_sensitive(key)
    assert masked(key, "hunter2") == "******"


def test_other_settings_are_shown() -> None:
    assert masked("sasl.username", "bob") == "bob"


def test_secrets_are_taken_out_longest_first() -> None:
    assert Secrets("hunter", "hunter2").masked("hunter2 or hunter") == "****** or ******"


def test_secret_is_taken_out_as_a_url_has_it() -> None:
    assert Secrets("hunter%33", "").masked("hunter3 and hunter%33") == "****** and ******"


def test_error_is_shown_with_its_class() -> None:
    assert Secrets("hunter2").masked(ValueError("no hunter2")) == "ValueError: no ******"


def test_secrets_of_settings_are_the_sensitive_ones() -> None:
    secrets = Secrets.of_settings({"user": "bob", "password": "hunter2", "token.ttl": 5})
    assert secrets.masked("bob hunter2 5") == "bob ****** 5"


def test_secrets_do_not_show_themselves() -> None:
    assert "hunter2" not in repr(pickle.loads(pickle.dumps(Secrets("hunter2"))))


def test_beginning_of_a_whole_text_is_cut_after_masking() -> None:
    assert Secrets("hunter2").masked_beginning(b"it is hunter2", 9, is_cut=False) == "it is ***"


def test_beginning_of_a_cut_text_leaves_out_what_may_be_part_of_a_secret() -> None:
    assert Secrets("hunter2").masked_beginning(b"it is not hunt", 100, is_cut=True) == "it is n"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("amqp://bob:hunter2@a:1/x,amqp://bob:hunter2@b:1/y", "amqp://******@a:1/x,amqp://******@b:1/y"),
        ("redis://:hunter2@host/0", "redis://******@host/0"),
        ("http://bob:hunter2/with@signs@host", "http://******@host"),
        (
            "jdbc:postgresql://host/db?user=bob&password=hunter2&ssl=true",
            "...host/db?user=bob&password=******&ssl=true",
        ),
        ("host=db user=bob password='hunter2'", "host=db user=bob password='******'"),
        ('{"db.password": "hunter2", "shop": "tea"}', '{"db.password": "******", "shop": "tea"}'),
        ("db.password:hunter2,shop:tea", "db.password:******,shop:tea"),
        ("s3://bucket/team@prod/chk", "s3://bucket/team@prod/chk"),
        ("http://host:80/path", "http://host:80/path"),
    ],
)
def test_secret_is_a_part_of_a_value(value: str, text: str) -> None:
    assert masked("url", value) == text.replace("...", "jdbc:postgresql://")


def test_reference_to_a_secret_is_shown() -> None:
    assert masked("password", "${env:DB_PASSWORD}") == "${env:DB_PASSWORD}"
    assert masked("password", "hunter2${env:DB_PASSWORD}") == "******"


def test_words_of_a_command_line_are_masked() -> None:
    words = ["run", "-Ds3.secret-key=hunter2", "-D", "url=a://b:hunter2@c", "--db-password", "hunter2", "job.py"]
    assert masked_words(words) == [
        *("run", "-Ds3.secret-key=******", "-D", "url=a://******@c", "--db-password", "******", "job.py")
    ]


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("WITH ('url' = 'a://b:hunter2@c?password=hunter2')", "WITH ('url' = 'a://******@c?password=******')"),
        ("WITH ('url' = 'a://b:it''s@c')", "WITH ('url' = 'a://******@c')"),
        (
            "('url' = 'a://h?password=hunter2' 'password' = 'hunter2')",
            "('url' = 'a://h?password=******' 'password' = '******')",
        ),
    ],
)
def test_statement_is_shown_without_secrets(statement: str, text: str) -> None:
    assert masked_statement(statement, 0)[0] == text


def test_position_in_a_masked_statement_is_that_of_its_character() -> None:
    statement = "('url' = 'a://b:hunter2@c', x)"
    masked_text, at = masked_statement(statement, statement.index("x"))
    assert masked_text[at] == "x"


def test_text_refers_to_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DB_PASSWORD", "hunter2")
    (tmp_path / "user").write_text("bob\n")
    assert with_secrets(f"a://${{file:{tmp_path / 'user'}}}:${{env:DB_PASSWORD}}@c") == "a://bob:hunter2@c"
    assert with_secrets("${other} $ {env:X}") == "${other} $ {env:X}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("${env:NO_SUCH_VARIABLE}", "the environment variable NO_SUCH_VARIABLE is not set"),
        ("${file:/no/such}", "the file /no/such cannot be read: No such file or directory"),
    ],
)
def test_missing_secret_is_an_error(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        with_secrets(text)
