"""InputFormat: what `env.create_input` reads."""

from pyrite.core.connector.input_format import (
    InputFormat,
)

__all__ = [
    "InputFormat",
]
