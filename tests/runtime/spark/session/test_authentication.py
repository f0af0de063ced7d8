"""Which contexts authenticate their processes, and which are refused because strangers could run code in them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.common import Configuration
from pyrite.core.config.options import ALLOW_UNAUTHENTICATED_SPARK, SPARK_SECRET_FILE
from pyrite.core.config.spark_master import spark_defaults
from pyrite.core.errors import UnsupportedSparkError
from pyrite.runtime.spark.session import authentication
from pyrite.runtime.spark.session.authentication import (
    CLUSTER_FOLDER_VARIABLE,
    check_authentication,
    read_secret,
    secret_file,
    write_secret,
)
from pyrite.runtime.spark.session.context_settings import context_settings

NEAR, FAR = "spark://127.0.0.1:7077", "spark://head:7077"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of this user's cluster, which is empty."""
    monkeypatch.setenv(CLUSTER_FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path / "none"))
    spark_defaults.cache_clear()
    authentication._warn_once.cache_clear()
    yield tmp_path
    spark_defaults.cache_clear()


def settings(master: str, **others: str) -> dict[str, str]:
    own = {key.replace("_", "."): value for key, value in others.items()}
    return context_settings(Configuration({"spark.master": master, **own}))


@pytest.mark.parametrize("master", ["local", "local[*]", "local[2]", "local-cluster[2,1,1024]", "yarn"])
def test_context_authenticates_its_processes_and_encrypts_their_connections(master: str) -> None:
    context = settings(master)
    assert (context["spark.authenticate"], context["spark.network.crypto.enabled"]) == ("true", "true")


def test_context_of_this_users_cluster_has_the_clusters_secret(folder: Path) -> None:
    write_secret(secret_file(folder), NEAR, "5ecret")
    assert settings(NEAR)["spark.authenticate.secret"] == "5ecret"


def test_secret_of_another_cluster_is_not_sent_to_a_master(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    write_secret(secret_file(folder), "spark://127.0.0.1:1", "5ecret")
    assert "spark.authenticate.secret" not in settings(NEAR)
    assert f"no secret of the Spark master {NEAR} is known: every user of this machine can run code" in caplog.text


def test_secret_file_of_the_program_is_taken(folder: Path) -> None:
    write_secret(folder / "copy", FAR, "5ecret")
    context = context_settings(Configuration({"spark.master": FAR, SPARK_SECRET_FILE.key: str(folder / "copy")}))
    assert context["spark.authenticate.secret"] == "5ecret"


def test_secret_file_that_others_can_read_is_refused(folder: Path) -> None:
    write_secret(secret_file(folder), NEAR, "5ecret")
    secret_file(folder).chmod(0o640)
    with pytest.raises(UnsupportedSparkError, match=r"other users can read .*: chmod 600 .*secret"):
        settings(NEAR)


def test_secret_file_is_written_for_this_user_only(folder: Path) -> None:
    write_secret(secret_file(folder), NEAR, "5ecret")
    assert secret_file(folder).stat().st_mode & 0o777 == 0o600
    assert read_secret(secret_file(folder)) == (NEAR, "5ecret")


def test_broken_secret_file_is_refused(folder: Path) -> None:
    secret_file(folder).write_text("{}")
    with pytest.raises(UnsupportedSparkError, match="could not be read from"):
        settings(NEAR)


def test_settings_of_the_program_are_taken() -> None:
    assert (
        settings(FAR, spark_authenticate="true", spark_authenticate_secret="own")["spark.authenticate.secret"] == "own"
    )


@pytest.mark.parametrize("others", [{}, {"spark_authenticate": "false"}])
def test_master_in_the_network_without_authentication_is_refused(others: dict[str, str]) -> None:
    with pytest.raises(
        UnsupportedSparkError, match=rf"{FAR}.*everybody in the network can run code.*{SPARK_SECRET_FILE.key}"
    ):
        settings(FAR, **others)


def test_master_without_authentication_may_be_allowed() -> None:
    configuration = Configuration({"spark.master": FAR, ALLOW_UNAUTHENTICATED_SPARK.key: "true"})
    assert "spark.authenticate" not in context_settings(configuration)


def test_master_on_loopback_without_authentication_is_warned_of_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        settings(NEAR)
        settings(NEAR)
    assert len(caplog.records) == 1


class _Session:
    """A session of the user's own."""

    sparkContext: Any

    def __init__(self, **settings: str) -> None:
        self._settings = {key.replace("_", "."): value for key, value in settings.items()}
        self.sparkContext = self

    def getConf(self) -> _Session:
        return self

    def get(self, key: str, default: str) -> str:
        return self._settings.get(key, default)


def test_context_of_the_user_that_listens_in_the_network_without_authentication_is_refused() -> None:
    with pytest.raises(UnsupportedSparkError, match="this SparkContext does not authenticate its processes"):
        check_authentication(_Session(spark_driver_host="192.168.7.7"), Configuration())


def test_context_of_the_user_on_loopback_without_authentication_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    check_authentication(
        _Session(spark_driver_host="192.168.7.7", spark_driver_bindAddress="127.0.0.1"), Configuration()
    )
    assert "every user of this machine can run code" in caplog.text


def test_context_of_the_user_with_authentication_is_taken(caplog: pytest.LogCaptureFixture) -> None:
    check_authentication(_Session(spark_authenticate="true"), Configuration())
    assert caplog.text == ""


def test_user_without_a_name_runs_jobs_on_this_machine_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(authentication, "jvm_user_environment", lambda: {"SPARK_USER": "user-54321"})
    assert "spark.authenticate" not in settings("local[2]")
    assert "has no entry in the system's list of users" in caplog.text
    with pytest.raises(UnsupportedSparkError, match="add an entry to /etc/passwd, as a container's entrypoint can"):
        settings(FAR)
