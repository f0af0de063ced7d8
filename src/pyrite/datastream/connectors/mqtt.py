"""MQTT."""

from pyrite.connectors.mqtt.sink import MqttSink
from pyrite.connectors.mqtt.source import MqttSource

__all__ = ["MqttSink", "MqttSource"]
