"""What connectors have in common, under PyFlink's module name."""

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source

__all__ = ["DeliveryGuarantee", "Sink", "Source"]
