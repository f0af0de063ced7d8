"""TimerService, under PyFlink's module name."""

from pyrite.common.functions import TimerService

__all__ = ["TimerService"]
