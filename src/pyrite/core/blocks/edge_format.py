"""EdgeFormat: the format of an edge's blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from pyrite.core.blocks.block import Block
from pyrite.core.blocks.changelog import INSERT_ONLY, ChangelogMode
from pyrite.core.blocks.edge_codec import EdgeCodec
from pyrite.core.blocks.row_block import PICKLE


@dataclass(frozen=True)
class EdgeFormat:
    """The codec of an edge's blocks, the type of its rows (None: any object) and the kinds of change among them."""

    codec: EdgeCodec = PICKLE
    row_type: Any = None
    changelog: ChangelogMode = INSERT_ONLY

    def encode(self, block: Block) -> bytes:
        """The payload of a block. A block with change kinds is an error on an insert-only edge."""
        if block.change_kinds is not None and self.changelog.is_insert_only:
            raise TypeError("expected inserts only, as the edge is insert-only, but the block has change kinds")
        return self.codec.encode(block)


ROWS: Final = EdgeFormat()
"""The default format: Python objects, pickled."""
