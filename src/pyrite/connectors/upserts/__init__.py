"""What table sinks share that write by primary key."""
