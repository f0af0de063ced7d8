"""Whether values of a declared type need checks."""

from __future__ import annotations

from typing import Optional

from pyrite.core.types.types_factory import TypeInformation, Types


def is_checked(type_info: Optional[TypeInformation]) -> bool:
    """False without a type, and for PICKLED_BYTE_ARRAY, which accepts any value."""
    return type_info is not None and type_info != Types.PICKLED_BYTE_ARRAY()
