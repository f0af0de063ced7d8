"""Common parts of table sinks that write by primary key."""
