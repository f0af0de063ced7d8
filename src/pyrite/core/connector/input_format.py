"""InputFormat: the argument of `env.create_input`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Optional

from pyrite.core.connector.source import Source
from pyrite.core.types.types_factory import TypeInformation


class InputFormat(ABC):
    """A bounded input with its location, such as `AvroInputFormat`."""

    @abstractmethod
    def create_source(self) -> Source[Any]:
        """The source that reads the input."""

    def get_produced_type(self) -> Optional[TypeInformation]:
        """The type of its records; None: any."""
        return None
