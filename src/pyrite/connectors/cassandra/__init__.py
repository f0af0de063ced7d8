"""Tables of Apache Cassandra."""
