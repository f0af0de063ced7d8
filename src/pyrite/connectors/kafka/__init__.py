"""Kafka: topics as sources and sinks, by librdkafka (confluent-kafka) in the tasks."""
