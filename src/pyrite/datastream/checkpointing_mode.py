"""CheckpointingMode, under PyFlink's module name."""

from pyrite.common.checkpoint_options import CheckpointingMode

__all__ = ["CheckpointingMode"]
