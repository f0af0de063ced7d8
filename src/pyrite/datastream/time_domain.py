"""TimeDomain, under PyFlink's module name."""

from pyrite.common.functions import TimeDomain

__all__ = ["TimeDomain"]
