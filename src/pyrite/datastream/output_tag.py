"""OutputTag, under PyFlink's module name."""

from pyrite.common.output_tag import OutputTag

__all__ = ["OutputTag"]
