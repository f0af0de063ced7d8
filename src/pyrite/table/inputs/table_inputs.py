"""Plans for rows in the program: Python values, pandas and Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Optional

import pyarrow as pa

from pyrite.core.errors import ValidationException
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.core.types import LogicalType, RowField, RowType
from pyrite.core.types.arrow import from_arrow_schema, to_arrow_schema
from pyrite.core.types.common_type import common_type
from pyrite.core.types.pandas import table_of
from pyrite.expressions import expression_tree
from pyrite.expressions.folding import evaluate_constant
from pyrite.expressions.python_values import from_python
from pyrite.expressions.resolution import implicit_cast
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.graph.program import Program
from pyrite.graph.transformation import Transformation, TransformationKind
from pyrite.operators.relational.rows.scan import ScanSpec
from pyrite.operators.relational.rows.values import ArrowSource
from pyrite.relational.bind.expressions import ExpressionBinder
from pyrite.relational.bind.scope import Scope
from pyrite.relational.bind.session import BindSession
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode, row_type_of
from pyrite.relational.translators.translation import columns_of
from pyrite.table.expression import Expression
from pyrite.table.inputs.type_inference import infer_schema, verifier
from pyrite.table.user_defined_type import serializer_of, stored_type


def elements_plan(
    elements: Iterable[Any], schema: LogicalType | Sequence[str] | None, verifies: bool, session: BindSession
) -> RelNode:
    """Plans rows of Python values. Without a schema, their type is inferred."""
    rows = list(elements)
    if rows and all(isinstance(row, Expression) for row in rows):
        return _constants([row.tree for row in rows], schema, session)
    if any(isinstance(row, Expression) for row in rows):
        raise ValueError("It doesn't support part of the elements are Expression, while the others are not.")
    if schema is None or isinstance(schema, (list, tuple)):
        row_type = infer_schema(rows, schema)
        verifies = False
    elif isinstance(schema, RowType):
        row_type = schema
    elif isinstance(schema, LogicalType):
        row_type = RowType((RowField("value", schema),))
        rows = [(row,) for row in rows]
    else:
        raise TypeError(f"schema should be RowType, list, tuple or None, but got: {schema}")
    if verifies:
        verify = verifier(row_type)
        for row in rows:
            verify(row)
    serialize = serializer_of(row_type)
    if serialize is not None:
        rows = [serialize(_attributes(row)) for row in rows]
        row_type = row_type.with_children([stored_type(child) for child in row_type.children])
    row_type = row_type.not_null()
    convert = from_python(row_type, session.zone)
    return nodes.Values(tuple(convert(_attributes(row)) for row in rows), row_type)


def _attributes(row: Any) -> Any:
    """Returns the values of a row; for an object, its attributes."""
    is_row = isinstance(row, (tuple, list, dict)) or hasattr(row, "get_row_kind")
    return vars(row) if not is_row and hasattr(row, "__dict__") else row


def _constants(rows: list[expression_tree.Expression], schema: Any, session: BindSession) -> RelNode:
    """Plans rows of expressions: `row(1, "a")`, or single values."""
    binder = ExpressionBinder(Scope([]), session)
    cells = [
        row.arguments if isinstance(row, expression_tree.Call) and row.function == "ROW" else (row,) for row in rows
    ]
    if len({len(row) for row in cells}) > 1:
        raise ValidationException("Values passed to from_elements must all have the same number of columns")
    bound = [[binder.bind(cell) for cell in row] for row in cells]
    if isinstance(schema, RowType):
        kinds, names = list(schema.children), list(schema.names)
    else:
        kinds = [_common([row[index] for row in bound]) for index in range(len(bound[0]))]
        names = list(schema or [f"f{index}" for index in range(len(kinds))])
    values = [
        tuple(evaluate_constant(implicit_cast(cell, kind, session.zone)) for cell, kind in zip(row, kinds, strict=True))
        for row in bound
    ]
    return nodes.Values(tuple(values), row_type_of(names, kinds))


def _common(cells: Sequence[ResolvedExpression]) -> LogicalType:
    kind = common_type([cell.type for cell in cells])
    if kind is None:
        texts = ", ".join(str(cell.type) for cell in cells)
        raise ValidationException(
            f"Types in from_elements(...) must have a common super type. Could not find one for {texts}"
        )
    return kind


# Arrow ----------------------------------------------------------------------------------------------------------------


def arrow_plan(program: Program, table: Any, row_type: Optional[RowType] = None) -> RelNode:
    """Plans the rows of a pyarrow.Table. `row_type` overrides the names and types of its columns."""
    kind = (row_type or from_arrow_schema(table.schema)).not_null()
    spec = ScanSpec(ArrowSource(fitted(table, kind)), WatermarkStrategy.no_watermarks(), "ArrowTable")
    source = Transformation(
        TransformationKind.SOURCE,
        "ArrowTable",
        (),
        spec,
        bounded=True,
        non_parallel=True,
        output_format=columns_of(kind),
    )
    return nodes.StreamScan(program.add(source), "ArrowTable", kind)


def fitted(table: Any, kind: RowType) -> Any:
    """Casts a pyarrow.Table to the names and types of a row type, by position."""
    schema = to_arrow_schema(kind)
    renamed = table.rename_columns(kind.names)
    return renamed if renamed.schema.equals(schema) else renamed.cast(_nullable(schema)).cast(schema)


def _nullable(schema: Any) -> Any:
    return pa.schema([field.with_nullable(True) for field in schema])


def pandas_plan(program: Program, pdf: Any, schema: Any) -> RelNode:
    """Plans the rows of a pandas.DataFrame. `schema` overrides names or types."""
    if isinstance(schema, RowType):
        return arrow_plan(program, table_of(pdf, schema.not_null()))
    if isinstance(schema, (list, tuple)) and schema and isinstance(schema[0], LogicalType):
        return arrow_plan(program, table_of(pdf, RowType.of(list(schema), list(map(str, pdf.columns)))))
    table = pa.Table.from_pandas(pdf, preserve_index=False).replace_schema_metadata(None)
    if schema is None:
        return arrow_plan(program, table)
    if isinstance(schema, (list, tuple)) and schema and isinstance(schema[0], str):
        return arrow_plan(program, table.rename_columns(list(schema)))
    raise TypeError(
        f"Unsupported schema type, it could only be of RowType, a list of str or a list of DataType, got {schema}"
    )
