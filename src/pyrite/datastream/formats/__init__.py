"""Formats of messages and files, each a module: `pyrite.datastream.formats.json`, `csv`, `avro` and so on."""
