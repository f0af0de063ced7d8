"""Sinks to indices of Elasticsearch and OpenSearch."""

from pyrite.connectors.elasticsearch.emitter import ElasticsearchEmitter
from pyrite.connectors.elasticsearch.options import FlushBackoffType
from pyrite.connectors.elasticsearch.sink import (
    Elasticsearch6SinkBuilder,
    Elasticsearch7SinkBuilder,
    ElasticsearchSink,
    ElasticsearchSinkBuilderBase,
)

__all__ = [
    "Elasticsearch6SinkBuilder",
    "Elasticsearch7SinkBuilder",
    "ElasticsearchEmitter",
    "ElasticsearchSink",
    "ElasticsearchSinkBuilderBase",
    "FlushBackoffType",
]
