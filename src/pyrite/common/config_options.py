"""Options of a configuration: declared with a key, a type and a default."""

from pyrite.core.config.config_options import (
    ConfigOption,
    ConfigOptions,
    duration_of_at_least,
    fraction,
    member_of,
    one_of,
    parse_bool,
    parse_duration_ms,
    parse_list,
    parse_map,
    parse_memory_bytes,
    whole_number,
)

__all__ = [
    "ConfigOption",
    "ConfigOptions",
    "duration_of_at_least",
    "fraction",
    "member_of",
    "one_of",
    "parse_bool",
    "parse_duration_ms",
    "parse_list",
    "parse_map",
    "parse_memory_bytes",
    "whole_number",
]
