"""CheckpointingMode, under PyFlink's module name."""

from pyrite.core.config.checkpoint_options import CheckpointingMode

__all__ = ["CheckpointingMode"]
