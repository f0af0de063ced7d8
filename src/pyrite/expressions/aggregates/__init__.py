"""The aggregate functions of SQL; the catalogue is their sum."""

from typing import Final

from pyrite.expressions.aggregates import collected, extremes, json, moments, numbers, percentile
from pyrite.expressions.aggregates.aggregate import AggregateCatalogue

AGGREGATES: Final = AggregateCatalogue(
    numbers.AGGREGATES,
    moments.AGGREGATES,
    extremes.AGGREGATES,
    collected.AGGREGATES,
    json.AGGREGATES,
    percentile.AGGREGATES,
)
