"""RMQConnectionConfig: settings and what they become."""

from __future__ import annotations

import pickle
from typing import Any

import pika
import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.connectors.rabbitmq import RMQConnectionConfig


def test_settings_are_read_back() -> None:
    config = (
        RMQConnectionConfig.Builder()
        .set_host("rabbit")
        .set_port(4711)
        .set_virtual_host("/shop")
        .set_user_name("me")
        .set_password("secret")
        .set_connection_timeout(3000)
        .set_requested_heartbeat(20)
        .set_requested_frame_max(8192)
        .set_requested_channel_max(7)
        .build()
    )
    assert (config.get_host(), config.get_port(), config.get_virtual_host()) == ("rabbit", 4711, "/shop")
    assert (config.get_user_name(), config.get_password(), config.get_uri()) == ("me", "secret", None)
    assert (config.get_connection_timeout(), config.get_requested_heartbeat()) == (3000, 20)
    assert (config.get_requested_frame_max(), config.get_requested_channel_max()) == (8192, 7)
    made = config._parameters(pika)
    assert (made.host, made.port, made.virtual_host, made.socket_timeout) == ("rabbit", 4711, "/shop", 3.0)
    assert (made.credentials.username, made.credentials.password) == ("me", "secret")
    assert (made.heartbeat, made.frame_max, made.channel_max) == (20, 8192, 7)


def test_uri_gives_what_it_says() -> None:
    config = RMQConnectionConfig.Builder().set_uri("amqp://me:secret@rabbit:4711/shop").build()
    made = config._parameters(pika)
    assert (made.host, made.port, made.virtual_host, made.credentials.password) == ("rabbit", 4711, "shop", "secret")


def test_defaults_recover_a_connection_every_five_seconds() -> None:
    config = RMQConnectionConfig.Builder().set_host("rabbit").build()
    assert config.is_automatic_recovery() and config.is_topology_recovery()
    assert config.get_network_recovery_interval() == 5000


def test_repr_has_no_credentials() -> None:
    builder = RMQConnectionConfig.Builder().set_host("rabbit").set_user_name("me").set_password("secret")
    config = builder.set_uri("amqp://you:hidden@rabbit").build()
    assert "rabbit" in repr(config)
    assert "secret" not in repr(config) and "hidden" not in repr(config)


def test_config_pickles() -> None:
    config = RMQConnectionConfig.Builder().set_host("rabbit").set_prefetch_count(5).build()
    copy = pickle.loads(pickle.dumps(config))
    assert (copy.get_host(), copy.get_prefetch_count()) == ("rabbit", 5)


@pytest.mark.parametrize(
    ("method", "wrong"),
    [
        ("set_port", 0),
        ("set_uri", "http://rabbit"),
        ("set_uri", "amqp://rabbit:x/"),
        ("set_requested_frame_max", 5),
        ("set_requested_heartbeat", -1),
        ("set_prefetch_count", 70000),
    ],
)
def test_wrong_setting_is_refused(method: str, wrong: Any) -> None:
    with pytest.raises(InvalidProgramError):
        getattr(RMQConnectionConfig.Builder(), method)(wrong)


def test_place_is_needed() -> None:
    with pytest.raises(InvalidProgramError, match=r"set_host\(\) or set_uri"):
        RMQConnectionConfig.Builder().build()
