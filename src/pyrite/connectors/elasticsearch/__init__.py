"""Documents of Elasticsearch and OpenSearch."""
