"""Which reporters are started, and with which settings."""

from __future__ import annotations

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.keys_without_effect import keys_without_effect
from pyrite.core.config.metric_options import reporter_settings

TWO = Configuration(
    {
        "metrics.reporter.prom.factory.class": "prometheus",
        "metrics.reporter.prom.port": "9250-9260",
        "metrics.reporter.file.factory.class": "json-lines",
    }
)


def test_all_reporters_are_started_when_none_is_named() -> None:
    settings = reporter_settings(TWO)
    assert {name: each.to_dict() for name, each in settings.items()} == {
        "file": {"factory.class": "json-lines"},
        "prom": {"factory.class": "prometheus", "port": "9250-9260"},
    }


def test_reporters_that_are_named_are_started_alone() -> None:
    named = Configuration(TWO).set_string("metrics.reporters", "prom, other")
    assert {name: len(each.key_set()) for name, each in reporter_settings(named).items()} == {"prom": 2, "other": 0}


def test_keys_of_reporters_have_an_effect() -> None:
    assert keys_without_effect(TWO) == []
