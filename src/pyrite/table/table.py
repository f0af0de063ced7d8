"""Table: the result of a query, as a plan that has not run yet."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, Optional

from pyrite.core.arguments import check_argument
from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.pandas import frame_of
from pyrite.expressions import expression_tree
from pyrite.operators.relational.join.join_type import JoinType
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
    """A query over an environment. Methods return new tables; nothing runs before `execute`.

    >>> sales = t_env.from_elements([("tea", 3), ("cup", 5)], ["item", "price"])
    >>> sales.filter(col("price") > 3).select(col("item")).to_arrow().to_pylist()
    [{'item': 'cup'}]
    """

    def __init__(self, plan: RelNode, environment: TableEnvironment, schema: Optional[ResolvedSchema] = None) -> None:
        self.plan = plan
        self._environment = environment
        self._schema = schema

    def __str__(self) -> str:
        return self._environment.register_table(self)

    def __getattr__(self, name: str) -> Expression[Any]:
        """Returns a column: `table.a` is `col("a")`."""
        plan = self.__dict__.get("plan")
        if name.startswith("_") or plan is None or name not in plan.row_type.names:
            columns = "" if plan is None else f", its columns are {list(plan.row_type.names)}"
            raise AttributeError(f"the table has no method or column {name!r}{columns}")
        return Expression(expression_tree.Name((name,)))

    def _bound(self, operation: Callable[[TableBinder], RelNode]) -> Table:
        try:
            return Table(operation(TableBinder(self.plan, self._environment.session)), self._environment)
        except BindError as error:
            raise located(error, "") from None

    # Columns ----------------------------------------------------------------------------------------------------------

    def select(self, *fields: Expression[Any]) -> Table:
        """Returns a table with these expressions as its columns.

        >>> sales = t_env.from_elements([("tea", 3)], ["item", "price"])
        >>> sales.select(col("item"), (col("price") * 2).alias("double")).to_arrow().to_pylist()
        [{'item': 'tea', 'double': 6}]
        """
        return self._bound(lambda binder: binder.select(_trees(fields)))

    def alias(self, field: str, *fields: str) -> Table:
        """Renames the first columns, in their order.

        >>> t_env.from_elements([("tea", 3)]).alias("item", "price").to_arrow().to_pylist()
        [{'item': 'tea', 'price': 3}]
        """
        for name in (field, *fields):
            check_argument("alias()", name, str)
        return self._bound(lambda binder: binder.alias((field, *fields)))

    def add_columns(self, *fields: Expression[Any]) -> Table:
        """Adds columns after the existing ones. ValidationException if a name exists.

        >>> sales = t_env.from_elements([("tea", 3)], ["item", "price"])
        >>> sales.add_columns((col("price") * 2).alias("double")).to_arrow().to_pylist()
        [{'item': 'tea', 'price': 3, 'double': 6}]
        """
        return self._bound(lambda binder: binder.add_columns(_trees(fields)))

    def add_or_replace_columns(self, *fields: Expression[Any]) -> Table:
        """Adds columns after the existing ones. A column with an existing name replaces the existing column.

        >>> sales = t_env.from_elements([("tea", 3)], ["item", "price"])
        >>> sales.add_or_replace_columns((col("price") * 2).alias("price")).to_arrow().to_pylist()
        [{'item': 'tea', 'price': 6}]
        """
        return self._bound(lambda binder: binder.add_columns(_trees(fields), replaces=True))

    def rename_columns(self, *fields: Expression[Any]) -> Table:
        """Renames some columns: `col("a").alias("b")`.

        >>> sales = t_env.from_elements([("tea", 3)], ["item", "price"])
        >>> sales.rename_columns(col("price").alias("cents")).to_arrow().to_pylist()
        [{'item': 'tea', 'cents': 3}]
        """
        return self._bound(lambda binder: binder.rename_columns(_trees(fields)))

    def drop_columns(self, *fields: Expression[Any]) -> Table:
        """Removes these columns.

        >>> t_env.from_elements([("tea", 3)], ["item", "price"]).drop_columns(col("price")).to_arrow().to_pylist()
        [{'item': 'tea'}]
        """
        return self._bound(lambda binder: binder.drop_columns(_trees(fields)))

    # Rows -------------------------------------------------------------------------------------------------------------

    def where(self, predicate: Expression[bool]) -> Table:
        """Filters the rows for which the predicate is TRUE, as `filter`."""
        return self._bound(lambda binder: binder.where(to_tree(predicate)))

    def filter(self, predicate: Expression[bool]) -> Table:
        """Filters the rows for which the predicate is TRUE.

        >>> sales = t_env.from_elements([("tea", 3), ("cup", 5)], ["item", "price"])
        >>> sales.filter((col("price") > 4) & (col("item") != "tea")).to_arrow().to_pylist()
        [{'item': 'cup', 'price': 5}]
        """
        return self.where(predicate)

    def order_by(self, *fields: Expression[Any]) -> Table:
        """Sorts the rows. A stream is sorted by a time attribute, or by any columns if `fetch` follows.

        >>> sales = t_env.from_elements([("tea", 3), ("cup", 5)], ["item", "price"])
        >>> sales.order_by(col("price").desc).fetch(1).to_arrow().to_pylist()
        [{'item': 'cup', 'price': 5}]
        """
        return self._bound(lambda binder: binder.order_by(_trees(fields)))

    def offset(self, offset: int) -> Table:
        """Skips the first rows, in the order of `order_by`, if any. In a stream, `fetch` must follow."""
        return self._bound(lambda binder: binder.limit(offset, None))

    def fetch(self, fetch: int) -> Table:
        """Returns the first rows, in the order of `order_by`, if any.

        >>> sales = t_env.from_elements([("tea", 3), ("cup", 5), ("jug", 9)], ["item", "price"])
        >>> sales.order_by(col("price")).fetch(2).select(col("item")).to_arrow().to_pylist()
        [{'item': 'tea'}, {'item': 'cup'}]
        """
        return self._bound(lambda binder: binder.limit(0, fetch))

    def limit(self, fetch: int, offset: int = 0) -> Table:
        """Skips `offset` rows and returns the next `fetch` rows, in the order of `order_by`, if any.

        >>> sales = t_env.from_elements([("tea", 3), ("cup", 5), ("jug", 9)], ["item", "price"])
        >>> sales.order_by(col("price")).limit(1, 1).select(col("item")).to_arrow().to_pylist()
        [{'item': 'cup'}]
        """
        return self.offset(offset).fetch(fetch)

    def union_all(self, right: Table) -> Table:
        """Returns the rows of both tables, with duplicates.

        >>> more = t_env.from_elements([("cup",), ("tea",)], ["item"])
        >>> sorted(row[0] for row in t_env.from_elements([("tea",)], ["item"]).union_all(more).execute().collect())
        ['cup', 'tea', 'tea']
        """
        self._check_environment(right)
        return self._bound(lambda binder: binder.union_all(right.plan))

    def union(self, right: Table) -> Table:
        """Returns the rows of both tables without duplicates.

        >>> more = t_env.from_elements([("cup",), ("tea",)], ["item"])
        >>> sorted(row[0] for row in t_env.from_elements([("tea",)], ["item"]).union(more).execute().collect())
        ['cup', 'tea']
        """
        return self.union_all(right).distinct()

    def intersect(self, right: Table) -> Table:
        """Returns the rows that both tables have, without duplicates.

        >>> more = t_env.from_elements([("cup",), ("tea",)], ["item"])
        >>> t_env.from_elements([("tea",), ("tea",)], ["item"]).intersect(more).to_arrow().to_pylist()
        [{'item': 'tea'}]
        """
        self._check_environment(right)
        return self._bound(lambda binder: binder.intersect(right.plan, is_all=False))

    def intersect_all(self, right: Table) -> Table:
        """Returns the rows that both tables have, each as often as in the table where it is rarer."""
        self._check_environment(right)
        return self._bound(lambda binder: binder.intersect(right.plan, is_all=True))

    def minus(self, right: Table) -> Table:
        """Returns the rows that the other table does not have, without duplicates.

        >>> more = t_env.from_elements([("cup",), ("tea",)], ["item"])
        >>> t_env.from_elements([("tea",), ("jug",)], ["item"]).minus(more).to_arrow().to_pylist()
        [{'item': 'jug'}]
        """
        self._check_environment(right)
        return self._bound(lambda binder: binder.minus(right.plan, is_all=False))

    def minus_all(self, right: Table) -> Table:
        """Returns the rows of this table, each as often as it is here more often than in the other table."""
        self._check_environment(right)
        return self._bound(lambda binder: binder.minus(right.plan, is_all=True))

    def distinct(self) -> Table:
        """Removes duplicate rows.

        >>> t_env.from_elements([("tea",), ("tea",)], ["item"]).distinct().to_arrow().to_pylist()
        [{'item': 'tea'}]
        """
        return self._bound(lambda binder: binder.distinct())

    def window(self, window: GroupWindow) -> GroupWindowedTable:
        """Assigns rows to `Tumble`, `Slide` or `Session` windows of `pyrite.table.window`; `group_by` follows."""
        return GroupWindowedTable(self, window)

    def group_by(self, *fields: Expression[Any]) -> GroupedTable:
        """Groups rows with equal keys. `select` returns a row for each group.

        >>> sales = t_env.from_elements([("tea", 3), ("cup", 5), ("tea", 4)], ["item", "price"])
        >>> sums = sales.group_by(col("item")).select(col("item"), col("price").sum.alias("total"))
        >>> [(row.get_row_kind().name, row[0], row[1]) for row in sums.execute().collect()]
        [('INSERT', 'tea', 3), ('INSERT', 'cup', 5), ('UPDATE_BEFORE', 'tea', 3), ('UPDATE_AFTER', 'tea', 7)]
        """
        return GroupedTable(self, _trees(fields))

    def over_window(self, *over_windows: OverWindow) -> OverWindowedTable:
        """Defines OVER windows. `select` returns a row for each row, with aggregates over its window.

        >>> sales = t_env.from_elements([("tea", 3), ("cup", 5), ("tea", 4)], ["item", "price"])
        >>> window = Over.partition_by(col("item")).order_by(col("price")).alias("w")
        >>> sums = sales.over_window(window).select(col("item"), col("price").sum.over(col("w")).alias("total"))
        >>> [(row[0], row[1]) for row in sums.execute().collect()]
        [('tea', 3), ('cup', 5), ('tea', 7)]
        """
        return OverWindowedTable(self, over_windows)

    def select_over(self, windows: list[NamedWindow], *fields: Expression[Any]) -> Table:
        """Implements `OverWindowedTable.select`."""
        return self._bound(lambda binder: binder.select_over(windows, _trees(fields)))

    def select_windows(
        self, window: GroupWindow, keys: list[expression_tree.Expression], *fields: Expression[Any]
    ) -> Table:
        """Implements `WindowGroupedTable.select`."""
        return self._bound(lambda binder: binder.select_windows(window.call, window.name, keys, _trees(fields)))

    def select_groups(self, keys: list[expression_tree.Expression], *fields: Expression[Any]) -> Table:
        """Implements `GroupedTable.select`."""
        return self._bound(lambda binder: binder.select_groups(keys, _trees(fields)))

    def join(self, right: Table, join_predicate: Optional[Expression[bool]] = None) -> Table:
        """Returns the pairs of rows of both tables that meet a condition, which may also follow in `where`.

        >>> items = t_env.from_elements([(1, "tea"), (2, "cup")], ["id", "item"])
        >>> prices = t_env.from_elements([(2, 5)], ["item_id", "price"])
        >>> items.join(prices, col("id") == col("item_id")).select(col("item"), col("price")).to_arrow().to_pylist()
        [{'item': 'cup', 'price': 5}]
        """
        return self._joined(right, JoinType.INNER, join_predicate)

    def left_outer_join(self, right: Table, join_predicate: Optional[Expression[bool]] = None) -> Table:
        """As `join`, and a row of this table without a match is returned once, with NULLs."""
        return self._joined(right, JoinType.LEFT, join_predicate)

    def right_outer_join(self, right: Table, join_predicate: Expression[bool]) -> Table:
        """As `join`, and a row of the other table without a match is returned once, with NULLs."""
        return self._joined(right, JoinType.RIGHT, join_predicate)

    def full_outer_join(self, right: Table, join_predicate: Expression[bool]) -> Table:
        """As `join`, and a row of either table without a match is returned once, with NULLs."""
        return self._joined(right, JoinType.FULL, join_predicate)

    def _joined(self, right: Table, join_type: JoinType, predicate: Optional[Expression[bool]]) -> Table:
        self._check_environment(right)
        condition = None if predicate is None else to_tree(predicate)
        return self._bound(lambda binder: binder.join(right.plan, join_type, condition))

    def join_lateral(
        self,
        table_function_call: Expression[Any] | UserDefinedFunctionWrapper,
        join_predicate: Optional[Expression[bool]] = None,
    ) -> Table:
        """Joins each row with the rows that a table function returns for it.

        >>> @udtf(result_types=[DataTypes.STRING()])
        ... def letters(word):
        ...     yield from word
        >>> words = t_env.from_elements([("ab",)], ["word"])
        >>> words.join_lateral(letters(col("word")).alias("letter")).to_arrow().to_pylist()
        [{'word': 'ab', 'letter': 'a'}, {'word': 'ab', 'letter': 'b'}]
        """
        return self._lateral(table_function_call, join_predicate, is_left=False)

    def left_outer_join_lateral(
        self,
        table_function_call: Expression[Any] | UserDefinedFunctionWrapper,
        join_predicate: Optional[Expression[bool]] = None,
    ) -> Table:
        """As `join_lateral`, but a row without results of the function is returned once, with NULLs."""
        return self._lateral(table_function_call, join_predicate, is_left=True)

    def _lateral(self, call: Any, predicate: Optional[Expression[bool]], is_left: bool) -> Table:
        if isinstance(call, UserDefinedFunctionWrapper):
            call = call(Expression(expression_tree.Star()))
        condition = None if predicate is None else to_tree(predicate)
        return self._bound(lambda binder: binder.join_lateral(to_tree(call), condition, is_left))

    def map(self, func: Expression[Any] | UserDefinedFunctionWrapper) -> Table:
        """Applies a scalar function to each row, passed as a `Row`. The fields of a returned row become the columns.

        >>> twice = udf(lambda row: Row(row[0], 2 * row[1]), result_type="ROW<item STRING, price BIGINT>")
        >>> t_env.from_elements([("tea", 3)], ["item", "price"]).map(twice).to_arrow().to_pylist()
        [{'item': 'tea', 'price': 6}]
        """
        function = func.spec if isinstance(func, UserDefinedFunctionWrapper) else to_tree(func)
        return self._bound(lambda binder: binder.map(function))

    def flat_map(self, func: Expression[Any] | UserDefinedFunctionWrapper) -> Table:
        """Applies a table function to each row, passed as a `Row`. The returned rows become the table."""
        if isinstance(func, UserDefinedFunctionWrapper):
            spec, names = func.spec, func.alias_names
            return self._bound(lambda binder: binder.flat_map(spec, names))
        return self._bound(lambda binder: binder.flat_map(to_tree(func)))

    def _check_environment(self, other: Table) -> None:
        if other._environment is not self._environment:
            raise InvalidProgramError("Only tables from the same TableEnvironment can be used together")

    # Schema -----------------------------------------------------------------------------------------------------------

    def get_resolved_schema(self) -> ResolvedSchema:
        """Returns the columns with their types.

        >>> t_env.from_elements([("tea", 3)], ["item", "price"]).get_resolved_schema().get_column_names()
        ['item', 'price']
        """
        if self._schema is not None:
            return self._schema
        return ResolvedSchema.physical(list(self.plan.row_type.names), list(self.plan.row_type.children))

    def get_schema(self) -> TableSchema:
        """Returns the columns as a TableSchema, the class of PyFlink's older API."""
        return TableSchema.from_resolved_schema(self.get_resolved_schema())

    def print_schema(self) -> None:
        """Prints the columns with their types.

        >>> t_env.from_elements([("tea", 3)], ["item", "price"]).print_schema()
        (
          `item` STRING,
          `price` BIGINT
        )
        """
        sys.stdout.write(f"{self.get_resolved_schema()}\n")

    # Running ----------------------------------------------------------------------------------------------------------

    def execute(self) -> TableResult:
        """Starts a job for the query. Returns its rows as a TableResult.

        >>> list(t_env.from_elements([("tea", 3)], ["item", "price"]).execute().collect())
        [<Row('tea', 3)>]
        """
        return self._environment.run_query(self.plan)

    def execute_insert(self, table_path_or_descriptor: str | TableDescriptor, overwrite: bool = False) -> TableResult:
        """Starts a job that writes the rows to a table. Returns while the job runs."""
        return self.insert_into(table_path_or_descriptor, overwrite).execute()

    def insert_into(self, table_path_or_descriptor: str | TableDescriptor, overwrite: bool = False) -> TablePipeline:
        """Returns a pipeline that writes the rows to a table. Execute it, or add it to a StatementSet.

        >>> t_env.execute_sql("CREATE TABLE sold (item STRING) WITH ('connector' = 'blackhole')").print()
        OK
        >>> pipeline = t_env.from_elements([("tea",)], ["item"]).insert_into("sold")
        >>> pipeline.get_sink_identifier().as_summary_string()
        'default_catalog.default_database.sold'
        """
        return self._environment.pipeline(self.plan, table_path_or_descriptor, overwrite)

    def explain(self, *extra_details: ExplainDetail) -> str:
        """Returns the plan in the sections of Flink's EXPLAIN, without running it."""
        return self._environment.explain_plans([self.plan], extra_details)

    def print_explain(self, *extra_details: ExplainDetail) -> None:
        """Prints the plan of `explain`."""
        sys.stdout.write(f"{self.explain(*extra_details)}\n")

    def to_arrow(self) -> Any:
        """Runs the query to its end. Returns its rows as a pyarrow.Table. Not part of PyFlink.

        >>> t_env.from_elements([(1,), (2,)], ["n"]).to_arrow().column("n").to_pylist()
        [1, 2]
        """
        return self._environment.collect_arrow(self.plan)

    def to_pandas(self) -> Any:
        """Runs the query to its end. Returns its rows as a pandas.DataFrame."""
        return frame_of(self.to_arrow())

    def to_spark(self, spark_session: Any) -> Any:
        """Runs the query to its end. Returns its rows as a DataFrame of this SparkSession. Not part of PyFlink."""
        return to_frame(self.to_arrow(), self.plan.row_type, spark_session)

    # Later ------------------------------------------------------------------------------------------------------------

    def aggregate(self, func: Any) -> NoReturn:
        """Not supported yet."""
        _later("aggregate")

    def flat_aggregate(self, func: Any) -> NoReturn:
        """Not supported yet."""
        _later("flat_aggregate")

    def to_changelog(self, *arguments: Expression[Any]) -> Table:
        """Converts changes to inserted rows with the kind of change in a first column `op`.

        Arguments are passed by name: `descriptor("kind").as_argument("op")` sets the name of the column, and
        `map_(...).as_argument("op_mapping")` the code of each kind. Changes of kinds without a code are dropped.
        """
        return self._bound(lambda binder: binder.changelog_function("TO_CHANGELOG", _trees(arguments)))

    def from_changelog(self, *arguments: Expression[Any]) -> Table:
        """Reads a changelog from rows whose column `op` holds the kind of change. The inverse of `to_changelog`.

        `map_("c, r", "INSERT", "d", "DELETE").as_argument("op_mapping")` maps other codes to kinds.
        """
        return self._bound(lambda binder: binder.changelog_function("FROM_CHANGELOG", _trees(arguments)))


def _trees(fields: tuple[Any, ...]) -> list[expression_tree.Expression]:
    return [to_tree(field) for field in fields]


def _later(method: str) -> NoReturn:
    raise InvalidProgramError(f"Table.{method} is not supported yet")


def table_of_schema(plan: RelNode, environment: TableEnvironment, schema: Any) -> Table:
    """Creates a table that reports the schema of its declaration."""
    return Table(plan, environment, public_schema(schema))
