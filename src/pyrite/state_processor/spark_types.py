"""Logical types as PySpark's: the adapter in core produces JSON, since core does not depend on pyspark."""

from __future__ import annotations

from pyspark.sql import types as spark

from pyrite.core.types import LogicalType
from pyrite.core.types.spark import to_spark_json


def spark_type(kind: LogicalType) -> spark.DataType:
    field = {"name": "column", "type": to_spark_json(kind), "nullable": kind.nullable, "metadata": {}}
    return spark.StructType.fromJson({"type": "struct", "fields": [field]}).fields[0].dataType
