"""Java's behavior in Flink's functions: UTF-16 strings, regular expressions, formats, dates."""
