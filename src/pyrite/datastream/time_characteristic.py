"""TimeCharacteristic, under PyFlink's module name."""

from pyrite.core.time.time_characteristic import TimeCharacteristic

__all__ = ["TimeCharacteristic"]
