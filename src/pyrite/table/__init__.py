"""The Table API and SQL, under PyFlink's names."""

from pyrite.core.types import RowField, RowType
from pyrite.core.types.rows import Row, RowKind
from pyrite.table.catalog import ObjectIdentifier, ObjectPath, ResolvedSchema
from pyrite.table.changelog_mode import ChangelogMode
from pyrite.table.compiled_plan import CompiledPlan
from pyrite.table.environment import TableEnvironment
from pyrite.table.environment_settings import EnvironmentSettings
from pyrite.table.explain_detail import ExplainDetail
from pyrite.table.expression import Expression
from pyrite.table.grouped_table import GroupedTable
from pyrite.table.module import Module, ModuleEntry
from pyrite.table.over_window import OverWindowedTable
from pyrite.table.plan_reference import PlanReference
from pyrite.table.result_kind import ResultKind
from pyrite.table.schema import Schema
from pyrite.table.sql_dialect import SqlDialect
from pyrite.table.statement_set import StatementSet
from pyrite.table.table import Table
from pyrite.table.table_config import TableConfig
from pyrite.table.table_descriptor import FormatDescriptor, TableDescriptor
from pyrite.table.table_environment import StreamTableEnvironment
from pyrite.table.table_pipeline import TablePipeline
from pyrite.table.table_result import TableResult
from pyrite.table.table_schema import TableSchema
from pyrite.table.types import DataType, DataTypes, UserDefinedType
from pyrite.table.udf import (
    AggregateFunction,
    FunctionContext,
    ScalarFunction,
    TableAggregateFunction,
    TableFunction,
)
from pyrite.table.windowed_table import GroupWindowedTable, WindowGroupedTable

__all__ = [
    "AggregateFunction",
    "ChangelogMode",
    "CompiledPlan",
    "DataType",
    "DataTypes",
    "EnvironmentSettings",
    "ExplainDetail",
    "Expression",
    "FormatDescriptor",
    "FunctionContext",
    "GroupWindowedTable",
    "GroupedTable",
    "Module",
    "ModuleEntry",
    "ObjectIdentifier",
    "ObjectPath",
    "OverWindowedTable",
    "PlanReference",
    "ResolvedSchema",
    "ResultKind",
    "Row",
    "RowField",
    "RowKind",
    "RowType",
    "ScalarFunction",
    "Schema",
    "SqlDialect",
    "StatementSet",
    "StreamTableEnvironment",
    "Table",
    "TableAggregateFunction",
    "TableConfig",
    "TableDescriptor",
    "TableEnvironment",
    "TableFunction",
    "TablePipeline",
    "TableResult",
    "TableSchema",
    "UserDefinedType",
    "WindowGroupedTable",
]
