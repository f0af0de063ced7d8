"""InputFormat: the argument of `env.create_input`."""

from pyrite.core.connector.input_format import (
    InputFormat,
)

__all__ = [
    "InputFormat",
]
