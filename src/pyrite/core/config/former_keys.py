"""Replaces former keys of a configuration by current ones."""

from __future__ import annotations

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.former_names import former_name
from pyrite.core.config.options import ALL_OPTIONS


def with_present_keys(configuration: Configuration) -> Configuration:
    """A copy in which every option is set under its current key.

    So one configuration can override another, independent of the keys that the two use. A current key takes precedence
    over former keys, and these have the order of their declaration.
    """
    values = configuration.to_dict()
    for option in ALL_OPTIONS:
        for key in option.former_keys:
            if key in values:
                former_name(f"configuration key '{key}'", f"'{option.key}'")
                values.setdefault(option.key, values.pop(key))
                values.pop(key, None)
    return Configuration(values)
