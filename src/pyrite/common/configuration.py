"""Configuration: string keys and values, read through declared options."""

from pyrite.core.config.configuration import (
    Configuration,
)

__all__ = [
    "Configuration",
]
