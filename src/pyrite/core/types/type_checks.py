"""Whether a declared type has anything to check."""

from __future__ import annotations

from typing import Optional

from pyrite.core.types.types_factory import TypeInformation, Types


def is_checked(type_info: Optional[TypeInformation]) -> bool:
    """False without a type, and for PICKLED_BYTE_ARRAY, which holds anything as it is."""
    return type_info is not None and type_info != Types.PICKLED_BYTE_ARRAY()
