"""Block: a list of records, as passed to sinks. Within the engine it is `RowBlock`, one of two kinds of block."""

from pyrite.core.blocks.row_block import RowBlock as Block
from pyrite.core.state_key import StateKey

__all__ = ["Block", "StateKey"]
