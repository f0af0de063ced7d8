"""Listeners: their texts follow the options."""

from __future__ import annotations

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.listeners import LISTENERS, Owner, SparkSetting, effective_listeners


def places(**settings: str) -> dict[str, tuple[str, str]]:
    configuration = Configuration({key.replace("__", "."): value for key, value in settings.items()})
    return {listener.name: (host, port) for listener, host, port in effective_listeners(configuration)}


def test_options_set_addresses_and_ports() -> None:
    actual = places(**{"pyrite.driver.bind-port": "7000-7009", "spark.driver.port": "7100", "rest.bind-address": "::1"})
    assert actual["control connections of tasks"] == ("that of the process", "7000 to 7009")
    assert actual["Spark's RPC"][1] == "7100"
    assert actual["REST and web page"] == ("::1", "8081")


def test_each_prometheus_reporter_is_a_listener_of_its_own() -> None:
    assert "metrics for Prometheus" not in places(metrics__reporter__log__factory__class="logging")
    actual = places(metrics__reporter__a__factory__class="prometheus", metrics__reporter__a__port="9300")
    assert actual["metrics for Prometheus"] == ("localhost", "9300")


def test_every_listener_of_pyrite_has_options_for_address_and_port() -> None:
    ours = (Owner.DRIVER, Owner.TASK, Owner.JOB_MANAGER, Owner.HISTORY_SERVER)
    without = [listener.name for listener in LISTENERS if listener.owner in ours and not all(listener.keys)]
    assert without == ["HTTP source"]  # its arguments in the program set them
    assert not any(isinstance(listener.port, SparkSetting) for listener in LISTENERS if listener.owner in ours)
