"""Functions that the statements of the fixtures name."""

from __future__ import annotations

from pyrite.table import DataTypes
from pyrite.table.udf import udf

double = udf(lambda value: value * 2, result_type=DataTypes.BIGINT())
triple = udf(lambda value: value * 3, result_type=DataTypes.BIGINT())
