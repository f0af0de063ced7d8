"""What messages show in place of secrets."""

from __future__ import annotations

import pickle

import pytest

from pyrite.core.secrets import Secrets, is_sensitive, masked


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
