"""One SparkContext for all tests of the state processor, as Pyrite makes it."""

from __future__ import annotations

import pytest
from pyspark.sql import SparkSession

from pyrite.common import Configuration
from pyrite.state_processor import spark_session


@pytest.fixture(scope="session")
def spark() -> SparkSession:
    return spark_session(Configuration({"spark.master": "local[2]"}))
