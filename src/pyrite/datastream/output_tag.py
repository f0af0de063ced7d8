"""OutputTag, under PyFlink's module name."""

from pyrite.core.functions.output_tag import OutputTag

__all__ = ["OutputTag"]
