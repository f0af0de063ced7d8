"""Tables of PostgreSQL and SQLite, under the names of Flink's JDBC connector."""
