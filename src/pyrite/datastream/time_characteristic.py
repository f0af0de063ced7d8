"""TimeCharacteristic, under PyFlink's module name."""

from pyrite.common.time_characteristic import TimeCharacteristic

__all__ = ["TimeCharacteristic"]
