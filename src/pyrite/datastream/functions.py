"""The functions of the DataStream API, under PyFlink's module name."""

from pyrite.common.functions import *  # noqa: F403
