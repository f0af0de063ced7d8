"""Protobuf messages."""

from pyrite.connectors.formats.protobuf import ProtobufDeserializationSchema, ProtobufSerializationSchema

__all__ = ["ProtobufDeserializationSchema", "ProtobufSerializationSchema"]
