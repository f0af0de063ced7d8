"""Protobuf messages."""

from pyrite.formats.protobuf.schema import ProtobufDeserializationSchema, ProtobufSerializationSchema

__all__ = ["ProtobufDeserializationSchema", "ProtobufSerializationSchema"]
