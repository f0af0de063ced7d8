"""RuntimeExecutionMode, under PyFlink's module name."""

from pyrite.common.options import RuntimeExecutionMode

__all__ = ["RuntimeExecutionMode"]
