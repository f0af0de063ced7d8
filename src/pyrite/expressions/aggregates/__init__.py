"""The aggregate functions of SQL."""

from typing import Final

from pyrite.expressions.aggregates import collected, extremes, json, moments, numbers, percentile
from pyrite.expressions.aggregates.aggregate import AggregateCatalog

AGGREGATES: Final = AggregateCatalog(
    numbers.AGGREGATES,
    moments.AGGREGATES,
    extremes.AGGREGATES,
    collected.AGGREGATES,
    json.AGGREGATES,
    percentile.AGGREGATES,
)
