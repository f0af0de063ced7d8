"""The state processor: the state of savepoints as Spark DataFrames, and savepoints created from DataFrames."""

from pyrite.state.evolution.migrations import Migrations
from pyrite.state_processor.bootstrap import (
    KeyedOperatorTransformation,
    OneInputOperatorTransformation,
    OperatorTransformation,
    StateBootstrapTransformation,
    keyed_state,
)
from pyrite.state_processor.bootstrap_functions import (
    BroadcastStateBootstrapFunction,
    KeyedStateBootstrapFunction,
    StateBootstrapFunction,
)
from pyrite.state_processor.operator_identifier import OperatorIdentifier
from pyrite.state_processor.parquet_export import export
from pyrite.state_processor.reader import SavepointReader
from pyrite.state_processor.reader_function import KeyedStateReaderFunction
from pyrite.state_processor.spark_tasks import spark_session
from pyrite.state_processor.writer import SavepointWriter

__all__ = [
    "BroadcastStateBootstrapFunction",
    "KeyedOperatorTransformation",
    "KeyedStateBootstrapFunction",
    "KeyedStateReaderFunction",
    "Migrations",
    "OneInputOperatorTransformation",
    "OperatorIdentifier",
    "OperatorTransformation",
    "SavepointReader",
    "SavepointWriter",
    "StateBootstrapFunction",
    "StateBootstrapTransformation",
    "export",
    "keyed_state",
    "spark_session",
]
