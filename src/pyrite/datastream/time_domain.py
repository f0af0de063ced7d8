"""TimeDomain, under PyFlink's module name."""

from pyrite.core.functions.functions import TimeDomain

__all__ = ["TimeDomain"]
