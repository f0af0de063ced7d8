"""Sinks for documents of Elasticsearch and OpenSearch."""
