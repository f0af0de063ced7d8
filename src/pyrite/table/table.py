"""Table: a query that has not run yet."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, Optional

from pyrite.core.arguments import check_argument
from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.pandas import frame_of
from pyrite.expressions import expression_tree
from pyrite.relational.bind.errors import BindError, located
from pyrite.relational.bind.table_operations import TableBinder
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.sql.sql_tree.queries import NamedWindow
from pyrite.table.calls.expression_methods import to_tree
from pyrite.table.catalog import ResolvedSchema, public_schema
from pyrite.table.explain_detail import ExplainDetail
from pyrite.table.expression import Expression
from pyrite.table.grouped_table import GroupedTable
from pyrite.table.inputs.spark_frames import to_frame
from pyrite.table.over_window import OverWindow, OverWindowedTable
from pyrite.table.table_descriptor import TableDescriptor
from pyrite.table.table_pipeline import TablePipeline
from pyrite.table.table_result import TableResult
from pyrite.table.table_schema import TableSchema
from pyrite.table.user_defined_function import UserDefinedFunctionWrapper
from pyrite.table.window import GroupWindow
from pyrite.table.windowed_table import GroupWindowedTable, WindowGroupedTable

__all__ = ["GroupWindowedTable", "GroupedTable", "OverWindowedTable", "Table", "WindowGroupedTable"]

if TYPE_CHECKING:
    from pyrite.table.environment import TableEnvironment


class Table:
    """A plan over an environment. Methods give other tables; nothing runs before `execute`."""

    def __init__(self, plan: RelNode, environment: TableEnvironment, schema: Optional[ResolvedSchema] = None) -> None:
        self.plan = plan
        self._environment = environment
        self._schema = schema

    def __str__(self) -> str:
        return self._environment.register_table(self)

    def __getattr__(self, name: str) -> Expression[Any]:
        """A column: `table.a` is `col("a")`."""
        plan = self.__dict__.get("plan")
        if name.startswith("_") or plan is None or name not in plan.row_type.names:
            columns = "" if plan is None else f", its columns are {list(plan.row_type.names)}"
            raise AttributeError(f"the table has neither a method nor a column {name!r}{columns}")
        return Expression(expression_tree.Name((name,)))

    def _bound(self, operation: Callable[[TableBinder], RelNode]) -> Table:
        try:
            return Table(operation(TableBinder(self.plan, self._environment.session)), self._environment)
        except BindError as error:
            raise located(error, "") from None

    # Columns ----------------------------------------------------------------------------------------------------------

    def select(self, *fields: Expression[Any]) -> Table:
        """These expressions as the columns."""
        return self._bound(lambda binder: binder.select(_trees(fields)))

    def alias(self, field: str, *fields: str) -> Table:
        """Other names for the first columns."""
        for name in (field, *fields):
            check_argument("alias()", name, str)
        return self._bound(lambda binder: binder.alias((field, *fields)))

    def add_columns(self, *fields: Expression[Any]) -> Table:
        """All columns, and further ones; their names must be new."""
        return self._bound(lambda binder: binder.add_columns(_trees(fields)))

    def add_or_replace_columns(self, *fields: Expression[Any]) -> Table:
        """All columns, and further ones; one of the same name takes its place."""
        return self._bound(lambda binder: binder.add_columns(_trees(fields), replaces=True))

    def rename_columns(self, *fields: Expression[Any]) -> Table:
        """Other names for some columns: `col("a").alias("b")`."""
        return self._bound(lambda binder: binder.rename_columns(_trees(fields)))

    def drop_columns(self, *fields: Expression[Any]) -> Table:
        """All columns but these."""
        return self._bound(lambda binder: binder.drop_columns(_trees(fields)))

    # Rows -------------------------------------------------------------------------------------------------------------

    def where(self, predicate: Expression[bool]) -> Table:
        """The rows for which the predicate is TRUE."""
        return self._bound(lambda binder: binder.where(to_tree(predicate)))

    def filter(self, predicate: Expression[bool]) -> Table:
        """The rows for which the predicate is TRUE."""
        return self.where(predicate)

    def order_by(self, *fields: Expression[Any]) -> Table:
        """The rows in an order: in batch any, in streaming by time, or with `fetch` after it.

        >>> top = table_env.from_elements([(1, 20), (2, 30)], ["id", "price"]).order_by(col("price").desc).fetch(1)
        """
        return self._bound(lambda binder: binder.order_by(_trees(fields)))

    def offset(self, offset: int) -> Table:
        """The rows after the first ones, in the order if there is one; a stream needs `fetch` after it."""
        return self._bound(lambda binder: binder.limit(offset, None))

    def fetch(self, fetch: int) -> Table:
        """The first rows, in the order if there is one."""
        return self._bound(lambda binder: binder.limit(0, fetch))

    def limit(self, fetch: int, offset: int = 0) -> Table:
        """The next `fetch` rows after the first `offset`, in the order if there is one."""
        return self.offset(offset).fetch(fetch)

    def union_all(self, right: Table) -> Table:
        """The rows of both tables."""
        self._check_environment(right)
        return self._bound(lambda binder: binder.union_all(right.plan))

    def union(self, right: Table) -> Table:
        """The rows of both tables, each once."""
        return self.union_all(right).distinct()

    def distinct(self) -> Table:
        """Each row once."""
        return self._bound(lambda binder: binder.distinct())

    def window(self, window: GroupWindow) -> GroupWindowedTable:
        """Windows of time, for `group_by`: `Tumble`, `Slide` or `Session` of `pyrite.table.window`."""
        return GroupWindowedTable(self, window)

    def group_by(self, *fields: Expression[Any]) -> GroupedTable:
        """Groups of rows that agree in some expressions: `select` makes a row of each.

        >>> sales = t_env.from_elements([("tea", 3), ("cup", 5), ("tea", 4)], ["item", "price"])
        >>> sums = sales.group_by(col("item")).select(col("item"), col("price").sum.alias("total"))
        >>> [(row.get_row_kind().name, row[0], row[1]) for row in sums.execute().collect()]
        [('INSERT', 'tea', 3), ('INSERT', 'cup', 5), ('UPDATE_BEFORE', 'tea', 3), ('UPDATE_AFTER', 'tea', 7)]
        """
        return GroupedTable(self, _trees(fields))

    def over_window(self, *over_windows: OverWindow) -> OverWindowedTable:
        """Rows in windows of their neighbours: `select` has a row for each, with aggregates over its window.

        >>> sales = t_env.from_elements([("tea", 3), ("cup", 5), ("tea", 4)], ["item", "price"])
        >>> window = Over.partition_by(col("item")).order_by(col("price")).alias("w")
        >>> sums = sales.over_window(window).select(col("item"), col("price").sum.over(col("w")).alias("total"))
        >>> [(row[0], row[1]) for row in sums.execute().collect()]
        [('tea', 3), ('cup', 5), ('tea', 7)]
        """
        return OverWindowedTable(self, over_windows)

    def select_over(self, windows: list[NamedWindow], *fields: Expression[Any]) -> Table:
        """Used by OverWindowedTable."""
        return self._bound(lambda binder: binder.select_over(windows, _trees(fields)))

    def select_windows(
        self, window: GroupWindow, keys: list[expression_tree.Expression], *fields: Expression[Any]
    ) -> Table:
        """Used by WindowGroupedTable."""
        return self._bound(lambda binder: binder.select_windows(window.call, window.name, keys, _trees(fields)))

    def select_groups(self, keys: list[expression_tree.Expression], *fields: Expression[Any]) -> Table:
        """A row for each group; `group_by` is the way to it."""
        return self._bound(lambda binder: binder.select_groups(keys, _trees(fields)))

    def join_lateral(
        self,
        table_function_call: Expression[Any] | UserDefinedFunctionWrapper,
        join_predicate: Optional[Expression[bool]] = None,
    ) -> Table:
        """Each row joined with those that a table function makes of it."""
        return self._lateral(table_function_call, join_predicate, is_left=False)

    def left_outer_join_lateral(
        self,
        table_function_call: Expression[Any] | UserDefinedFunctionWrapper,
        join_predicate: Optional[Expression[bool]] = None,
    ) -> Table:
        """The same; a row of which it makes none is kept, with NULLs."""
        return self._lateral(table_function_call, join_predicate, is_left=True)

    def _lateral(self, call: Any, predicate: Optional[Expression[bool]], is_left: bool) -> Table:
        if isinstance(call, UserDefinedFunctionWrapper):
            call = call(Expression(expression_tree.Star()))
        condition = None if predicate is None else to_tree(predicate)
        return self._bound(lambda binder: binder.join_lateral(to_tree(call), condition, is_left))

    def map(self, func: Expression[Any] | UserDefinedFunctionWrapper) -> Table:
        """A scalar function of each row, as a `Row`; a row that it gives becomes the columns."""
        function = func.spec if isinstance(func, UserDefinedFunctionWrapper) else to_tree(func)
        return self._bound(lambda binder: binder.map(function))

    def flat_map(self, func: Expression[Any] | UserDefinedFunctionWrapper) -> Table:
        """The rows that a table function makes of each row, as a `Row`."""
        if isinstance(func, UserDefinedFunctionWrapper):
            spec, names = func.spec, func.alias_names
            return self._bound(lambda binder: binder.flat_map(spec, names))
        return self._bound(lambda binder: binder.flat_map(to_tree(func)))

    def _check_environment(self, other: Table) -> None:
        if other._environment is not self._environment:
            raise InvalidProgramError("Only tables from the same TableEnvironment can be used together")

    # Schema -----------------------------------------------------------------------------------------------------------

    def get_resolved_schema(self) -> ResolvedSchema:
        """The columns with their types."""
        if self._schema is not None:
            return self._schema
        return ResolvedSchema.physical(list(self.plan.row_type.names), list(self.plan.row_type.children))

    def get_schema(self) -> TableSchema:
        """The columns as a TableSchema, under the name of PyFlink's former API."""
        return TableSchema.from_resolved_schema(self.get_resolved_schema())

    def print_schema(self) -> None:
        """Writes the columns with their types to standard output."""
        sys.stdout.write(f"{self.get_resolved_schema()}\n")

    # Running ----------------------------------------------------------------------------------------------------------

    def execute(self) -> TableResult:
        """Runs the query as a job of its own, and gives its rows."""
        return self._environment.run_query(self.plan)

    def execute_insert(self, table_path_or_descriptor: str | TableDescriptor, overwrite: bool = False) -> TableResult:
        """Starts a job that writes the rows to a table."""
        return self.insert_into(table_path_or_descriptor, overwrite).execute()

    def insert_into(self, table_path_or_descriptor: str | TableDescriptor, overwrite: bool = False) -> TablePipeline:
        """What writes the rows to a table, to be run alone or with others in a StatementSet."""
        return self._environment.pipeline(self.plan, table_path_or_descriptor, overwrite)

    def explain(self, *extra_details: ExplainDetail) -> str:
        """The plan in Flink's sections; nothing runs."""
        return self._environment.explain_plans([self.plan], extra_details)

    def print_explain(self, *extra_details: ExplainDetail) -> None:
        sys.stdout.write(f"{self.explain(*extra_details)}\n")

    def to_arrow(self) -> Any:
        """Runs the query and gives its rows as a pyarrow.Table. PyFlink has no such method."""
        return self._environment.collect_arrow(self.plan)

    def to_pandas(self) -> Any:
        """Runs the query and gives its rows as a pandas.DataFrame."""
        return frame_of(self.to_arrow())

    def to_spark(self, spark_session: Any) -> Any:
        """Runs the query and gives its rows as a DataFrame of that SparkSession. PyFlink has no such method."""
        return to_frame(self.to_arrow(), self.plan.row_type, spark_session)

    # Later ------------------------------------------------------------------------------------------------------------

    def join(self, right: Table, join_predicate: Optional[Expression[bool]] = None) -> NoReturn:
        _later("join")

    def left_outer_join(self, right: Table, join_predicate: Optional[Expression[bool]] = None) -> NoReturn:
        _later("left_outer_join")

    def right_outer_join(self, right: Table, join_predicate: Expression[bool]) -> NoReturn:
        _later("right_outer_join")

    def full_outer_join(self, right: Table, join_predicate: Expression[bool]) -> NoReturn:
        _later("full_outer_join")

    def minus(self, right: Table) -> NoReturn:
        _later("minus")

    def minus_all(self, right: Table) -> NoReturn:
        _later("minus_all")

    def intersect(self, right: Table) -> NoReturn:
        _later("intersect")

    def intersect_all(self, right: Table) -> NoReturn:
        _later("intersect_all")

    def aggregate(self, func: Any) -> NoReturn:
        _later("aggregate")

    def flat_aggregate(self, func: Any) -> NoReturn:
        _later("flat_aggregate")

    def to_changelog(self, *arguments: Expression[Any]) -> Table:
        """Changes as rows that are only added: a first column `op` says what each does.

        Arguments are by name: `descriptor("what").as_argument("op")` names the column, a `map_` of kinds and codes
        `.as_argument("op_mapping")` says what is in it; changes whose kind it leaves out are left out.
        """
        return self._bound(lambda binder: binder.changelog_function("TO_CHANGELOG", _trees(arguments)))

    def from_changelog(self, *arguments: Expression[Any]) -> Table:
        """The table that rows describe whose column `op` says what each does; see `to_changelog`.

        A map of codes and kinds, such as `map_("c, r", "INSERT", "d", "DELETE").as_argument("op_mapping")`, is for
        codes of your own.
        """
        return self._bound(lambda binder: binder.changelog_function("FROM_CHANGELOG", _trees(arguments)))


def _trees(fields: tuple[Any, ...]) -> list[expression_tree.Expression]:
    return [to_tree(field) for field in fields]


def _later(method: str) -> NoReturn:
    raise InvalidProgramError(f"Table.{method} is not supported yet")


def table_of_schema(plan: RelNode, environment: TableEnvironment, schema: Any) -> Table:
    """A table that shows the schema that it was declared with."""
    return Table(plan, environment, public_schema(schema))
