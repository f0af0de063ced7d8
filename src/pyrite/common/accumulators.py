"""Accumulators: small results that every subtask adds to and the job's result reports, merged."""

from pyrite.core.functions.accumulators import (
    Accumulator,
    AverageAccumulator,
    DoubleCounter,
    Histogram,
    IntCounter,
    ListAccumulator,
    LongCounter,
    Maximum,
    Minimum,
    merged_values,
)

__all__ = [
    "Accumulator",
    "AverageAccumulator",
    "DoubleCounter",
    "Histogram",
    "IntCounter",
    "ListAccumulator",
    "LongCounter",
    "Maximum",
    "Minimum",
    "merged_values",
]
