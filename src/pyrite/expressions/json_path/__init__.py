"""JSON paths of SQL/JSON, as Jayway's JsonPath 2.10 reads and evaluates them in Flink 2.3."""
