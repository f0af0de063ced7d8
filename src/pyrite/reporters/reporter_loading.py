"""Creates reporters from their options."""

from __future__ import annotations

import importlib
from typing import Final

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.metric_options import REPORTER_PREFIX
from pyrite.core.config.reporter_options import FACTORY_CLASS
from pyrite.core.errors import InvalidProgramError, PyriteError
from pyrite.core.metrics.metric_reporter import MetricReporter

_PROMETHEUS: Final = "pyrite.reporters.prometheus_reporter:PrometheusReporter"
_LOGGING: Final = "pyrite.reporters.logging_reporter:LoggingReporter"
_OPEN_TELEMETRY: Final = "pyrite.reporters.open_telemetry_reporter:OpenTelemetryReporter"
REPORTER_CLASSES: Final = {
    "prometheus": _PROMETHEUS,
    "json-lines": "pyrite.reporters.json_lines_reporter:JsonLinesReporter",
    "logging": _LOGGING,
    "opentelemetry": _OPEN_TELEMETRY,
    "org.apache.flink.metrics.prometheus.PrometheusReporterFactory": _PROMETHEUS,
    "org.apache.flink.metrics.slf4j.Slf4jReporterFactory": _LOGGING,
    "org.apache.flink.metrics.otel.OpenTelemetryMetricReporterFactory": _OPEN_TELEMETRY,
}


def make_reporter(name: str, settings: Configuration) -> MetricReporter:
    """The reporter of this name. InvalidProgramError: its class is missing or no reporter, or refuses the settings."""
    key, text = f"{REPORTER_PREFIX}{name}.{FACTORY_CLASS.key}", settings.get(FACTORY_CLASS)
    module, _, class_name = REPORTER_CLASSES.get(text, text).partition(":")
    expected = f"expected {', '.join(word for word in REPORTER_CLASSES if '.' not in word)}, or module:Class"
    if not class_name:
        raise InvalidProgramError(f"{key} = '{text}': {expected}")
    try:
        reporter = getattr(importlib.import_module(module), class_name)()
    except (ImportError, AttributeError) as error:
        raise InvalidProgramError(f"{key} = '{text}': {error}") from None
    if not isinstance(reporter, MetricReporter):
        raise InvalidProgramError(f"{key} = '{text}': {class_name} is not a MetricReporter")
    try:
        reporter.check(settings)
    except PyriteError as error:
        raise InvalidProgramError(f"{REPORTER_PREFIX}{name}: {error}") from None
    return reporter
