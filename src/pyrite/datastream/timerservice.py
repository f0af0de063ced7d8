"""TimerService, under PyFlink's module name."""

from pyrite.core.functions.functions import TimerService

__all__ = ["TimerService"]
