"""Random expressions, for the printer. All of them can be written as SQL."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import strategies as st

from pyrite.core.types import (
    ArrayType,
    BigIntType,
    BooleanType,
    CharType,
    DateType,
    DecimalType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    NumericType,
    RowField,
    RowType,
    TimestampType,
    TimeType,
    VarBinaryType,
    string_type,
)
from pyrite.expressions.expression_tree import (
    BoundKind,
    Call,
    Cast,
    Descriptor,
    Expression,
    Frame,
    FrameBound,
    FrameUnit,
    Literal,
    Name,
    NamedArgument,
    Over,
    SortKey,
    Star,
    Symbol,
    TypeArgument,
    Window,
)
from pyrite.expressions.unresolved_type import UnresolvedUserDefinedType
from pyrite.relational.sql.interval_literals import MILLISECONDS, MONTHS
from pyrite.relational.sql.literals import (
    binary_literal,
    decimal_literal,
    double_literal,
    integer_literal,
    string_literal,
)

names = st.one_of(
    st.sampled_from(("a", "b", "T1", "select", "GROUP", "my column", "ä", "`", "a`b", "KEY", "$", "1a", "-- x", "'")),
    st.text(
        st.characters(exclude_characters="\n\r", categories=("L", "N", "P", "S", "Zs", "Cc")), min_size=1, max_size=5
    ),
)
paths = st.lists(names, min_size=1, max_size=3).map(tuple)
texts = st.text(st.characters(categories=("L", "N", "P", "S", "Zs", "Cc")), max_size=6)
NULL = Literal(None, NullType())


def _types(inner: st.SearchStrategy[LogicalType]) -> st.SearchStrategy[LogicalType]:
    fields = st.lists(names, unique=True, max_size=3).flatmap(
        lambda chosen: st.tuples(*(st.builds(RowField, st.just(name), inner, st.none() | texts) for name in chosen))
    )
    nested = st.one_of(inner, inner.map(lambda kind: kind if isinstance(kind, NullType) else kind.not_null()))
    return st.one_of(
        nested.map(ArrayType),
        nested.map(MultisetType),
        st.builds(MapType, nested, nested),
        fields.filter(lambda chosen: all(field.name.strip() for field in chosen)).map(RowType),
    )


types = st.recursive(
    st.one_of(
        st.sampled_from((BigIntType(), BooleanType(), DateType(), string_type(), CharType(3), VarBinaryType(9))),
        st.integers(1, 38).map(lambda digits: DecimalType(digits, digits // 2)),
        st.integers(0, 9).map(TimestampType),
        st.integers(0, 9).map(LocalZonedTimestampType),
        st.integers(0, 9).map(TimeType),
        paths.map(UnresolvedUserDefinedType).filter(lambda kind: all(part.strip() for part in kind.path)),
    ),
    _types,
    max_leaves=4,
)

_decimals = st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**9), max_value=10**9)
_days = st.integers(-719_162, 2_932_896)
literals = st.one_of(
    st.integers(-(2**63), 2**63 - 1).map(integer_literal),
    _decimals.map(Decimal).map(decimal_literal),
    st.floats(allow_nan=False, allow_infinity=False).map(double_literal),
    texts.map(string_literal),
    st.binary(max_size=3).map(bytes.hex).map(binary_literal),
    st.booleans().map(lambda value: Literal(value, BooleanType(nullable=False))),
    st.sampled_from((NULL, Literal(None, BooleanType()))),
    _days.map(lambda days: Literal(days, DateType(nullable=False))),
    st.integers(0, 86_399_999).map(lambda millis: Literal(millis, TimeType(3, nullable=False))),
    st.builds(
        lambda day, nanos, kind: Literal(day * 86_400_000_000_000 + nanos, kind(9, nullable=False)),
        _days,
        st.integers(0, 86_399_999_999_999),
        st.sampled_from((TimestampType, LocalZonedTimestampType)),
    ),
    st.integers(-(10**12), 10**12).map(lambda millis: Literal(millis, MILLISECONDS)),
    st.integers(-(10**5), 10**5).map(lambda months: Literal(months, MONTHS)),
)
_FUNCTIONS = ("F", "UPPER", "COUNT", "and", "my f", "+x", "KEY", "LEFT", "CAST", "DATE", "TUMBLE")
_BINARY = ("+", "-", "*", "/", "%", "||", "=", "<>", "<", ">", "<=", ">=", "AND", "OR", "OVERLAPS", "CONTAINS")
_BINARY_WORDS = (
    "IS DISTINCT FROM",
    "IS NOT DISTINCT FROM",
    "MEMBER OF",
    "MULTISET UNION",
    "MULTISET INTERSECT DISTINCT",
)
_TESTS = ("IS NULL", "IS NOT NULL", "IS TRUE", "IS NOT UNKNOWN", "IS JSON VALUE", "IS NOT JSON OBJECT", "IS A SET")
_UNITS = ("DAY", "MILLISECOND", "DOW", "WEEK")


class Maker:
    """Makes expressions, each of which draws its parts."""

    def __init__(self, draw: st.DrawFn, depth: int) -> None:
        self.draw = draw
        self.depth = depth

    def one(self) -> Expression:
        """An expression of one level less."""
        return self.draw(plain(self.depth - 1))

    def some(self, least: int = 0, most: int = 2) -> tuple[Expression, ...]:
        return tuple(self.one() for _ in range(self.draw(st.integers(least, most))))

    def pick(self, *options: str) -> str:
        return self.draw(st.sampled_from(options))

    def flag(self) -> bool:
        return self.draw(st.booleans())

    def leaf(self) -> Expression:
        return self.draw(st.one_of(literals, paths.map(Name)))

    def binary(self) -> Expression:
        return Call(self.pick(*_BINARY, *_BINARY_WORDS), (self.one(), self.one()))

    def unary(self) -> Expression:
        operand = self.one()
        if isinstance(operand, Literal) and isinstance(operand.type, NumericType):
            return Call("POSITIVE", (operand,))  # a minus would belong to the literal
        return Call(self.pick("NOT", "NEGATE", "POSITIVE", *_TESTS), (operand,))

    def predicate(self) -> Expression:
        name = self.pick("BETWEEN", "BETWEEN SYMMETRIC", "LIKE", "ILIKE", "SIMILAR TO", "IN", "< ALL", "= ANY")
        if name.startswith("BETWEEN"):
            return Call(name, (self.one(), self.one(), self.one()))
        return Call(name, (self.one(), self.one(), *self.some(0, 1)))

    def access(self) -> Expression:
        if self.flag():
            return Call("ITEM", (self.one(), self.one()))
        return Call("DOT", (self.one(), string_literal(self.draw(names))))

    def sort_keys(self) -> tuple[SortKey, ...]:
        nulls_first = self.draw(st.none() | st.booleans())
        return tuple(SortKey(operand, self.flag(), nulls_first) for operand in self.some(0, 1))

    def call(self) -> Call:
        return Call(
            self.pick(*_FUNCTIONS),
            self.some(),
            self.draw(st.lists(names, max_size=2).map(tuple)),
            filter=self.one() if self.flag() else None,
            order_by=self.sort_keys(),
            ignore_nulls=self.draw(st.none() | st.booleans()),
        )

    def window(self) -> Window:
        name = self.draw(names) if self.flag() else None
        frame = None
        if self.flag():
            lower = FrameBound(BoundKind.PRECEDING, self.one())
            upper = FrameBound(self.draw(st.sampled_from((BoundKind.CURRENT_ROW, BoundKind.UNBOUNDED_FOLLOWING))))
            frame = Frame(self.draw(st.sampled_from(FrameUnit)), lower, upper)
        return Window(name, self.some(0, 1), self.sort_keys(), frame, self.flag())

    def over(self) -> Expression:
        return Over(self.call(), self.window())

    def argument(self) -> Expression:
        value = NamedArgument(self.draw(names), self.one())
        return Call("F", (value, Descriptor(self.draw(st.lists(names, max_size=2).map(tuple)))))

    def constructor(self) -> Expression:
        kind = self.pick("ROW", "ARRAY", "MAP", "MULTISET", "COUNT")
        return Call("COUNT", (Star(),)) if kind == "COUNT" else Call(kind, self.some(1))

    def case(self) -> Expression:
        return Call("CASE", tuple(self.one() for _ in range(self.draw(st.sampled_from((3, 5))))))

    def cast(self) -> Expression:
        return Cast(self.one(), self.draw(types), self.flag())

    def temporal(self) -> Expression:
        unit = Symbol(self.pick(*_UNITS))
        name = self.pick("EXTRACT", "FLOOR", "CEIL", "TIMESTAMPADD")
        if name == "TIMESTAMPADD":
            return Call(name, (unit, self.one(), self.one()))
        return Call(name, (unit, self.one()) if name == "EXTRACT" else (self.one(), unit))

    def text_function(self) -> Expression:
        name = self.pick("TRIM", "POSITION", "OVERLAY", "SUBSTRING")
        if name == "TRIM":
            return Call(name, (Symbol(self.pick("BOTH", "LEADING")), self.one(), self.one()))
        return Call(name, tuple(self.one() for _ in range(4 if name == "OVERLAY" else 2)))

    def on_event(self) -> tuple[Expression, Expression]:
        return (Symbol("DEFAULT"), self.one()) if self.flag() else (Symbol(self.pick("NULL", "ERROR")), NULL)

    def json(self) -> Expression:
        name = self.pick("JSON_EXISTS", "JSON_VALUE", "JSON_QUERY", "JSON_OBJECT", "JSON_ARRAY")
        document, path, kind = self.one(), self.one(), TypeArgument(self.draw(types))
        if name == "JSON_EXISTS":
            return Call(name, (document, path, Symbol(self.pick("TRUE", "UNKNOWN", "ERROR"))))
        if name == "JSON_VALUE":
            return Call(name, (document, path, kind, *self.on_event(), *self.on_event()))
        if name == "JSON_QUERY":
            wrapper = Symbol(self.pick("WITHOUT ARRAY", "WITH CONDITIONAL ARRAY", "WITH UNCONDITIONAL ARRAY"))
            return Call(name, (document, path, kind, wrapper, Symbol("EMPTY ARRAY"), Symbol("NULL")))
        return Call(name, (Symbol(self.pick("NULL", "ABSENT")), document, path))


@st.composite
def plain(draw: st.DrawFn, depth: int = 3) -> Expression:
    """Expressions without queries."""
    make = Maker(draw, depth)
    kinds = (make.leaf, make.binary, make.unary, make.predicate, make.access, make.call, make.over, make.argument)
    more = (make.constructor, make.case, make.cast, make.temporal, make.text_function, make.json)
    return make.leaf() if depth <= 0 else draw(st.sampled_from((*kinds, make.binary, make.predicate, *more)))()
