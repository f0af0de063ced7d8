"""The Table API and SQL, under PyFlink's names."""

from pyrite.table.environment_settings import EnvironmentSettings
from pyrite.table.result_kind import ResultKind
from pyrite.table.table import Table
from pyrite.table.table_config import TableConfig
from pyrite.table.table_environment import StreamTableEnvironment, TableEnvironment
from pyrite.table.table_result import TableResult

__all__ = [
    "EnvironmentSettings",
    "ResultKind",
    "StreamTableEnvironment",
    "Table",
    "TableConfig",
    "TableEnvironment",
    "TableResult",
]
