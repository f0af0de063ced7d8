"""What connectors have in common, under PyFlink's module name."""

from pyrite.common.sink import Sink
from pyrite.common.source import Source
from pyrite.connectors.delivery_guarantee import DeliveryGuarantee

__all__ = ["DeliveryGuarantee", "Sink", "Source"]
