"""State and its descriptors, under PyFlink's module name."""

from pyrite.common.state import *  # noqa: F403
