"""What Flink's functions take from Java's library: strings in UTF-16, regular expressions, formats, dates."""
