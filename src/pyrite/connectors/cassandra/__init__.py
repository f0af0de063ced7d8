"""Sinks for tables of Apache Cassandra."""
