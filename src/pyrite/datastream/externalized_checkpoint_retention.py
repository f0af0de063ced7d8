"""ExternalizedCheckpointRetention, under PyFlink's module name."""

from pyrite.core.config.checkpoint_options import ExternalizedCheckpointRetention

__all__ = ["ExternalizedCheckpointRetention"]
