"""Settings of S3: wrong settings are message, without secrets."""

from __future__ import annotations

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError
from pyrite.storage.s3_settings import S3Settings


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"s3.secretkey": "hunter2"},
            "unknown setting 's3.secretkey': the settings of S3 are s3.endpoint, s3.access-key,",
        ),
        ({"s3.secret-key": "hunter2"}, "s3.access-key and s3.secret-key must be set both or not at all"),
        ({"s3.endpoint": "https://me:hunter2@host"}, "s3.endpoint must not contain credentials"),
    ],
)
def test_wrong_setting_is_reported(wrong: dict[str, str], message: str) -> None:
    with pytest.raises(CheckpointError, match=message) as error:
        S3Settings.of(Configuration(wrong))
    assert "hunter2" not in str(error.value)


def test_settings_are_read_by_their_former_names_too() -> None:
    actual = S3Settings.of(Configuration({"s3.access.key": "a", "s3.secret.key": "b", "s3.path.style.access": "true"}))
    assert actual == S3Settings(path_style=True, access_key="a", secret_key="b")
    assert "'b'" not in repr(actual)
