"""ExternalizedCheckpointRetention, under PyFlink's module name."""

from pyrite.common.checkpoint_options import ExternalizedCheckpointRetention

__all__ = ["ExternalizedCheckpointRetention"]
