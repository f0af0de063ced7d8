"""RuntimeExecutionMode, under PyFlink's module name."""

from pyrite.core.config.options import RuntimeExecutionMode

__all__ = ["RuntimeExecutionMode"]
