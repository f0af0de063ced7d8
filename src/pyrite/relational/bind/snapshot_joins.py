"""Joins with a table as of a time: FOR SYSTEM_TIME AS OF, and the LOOKUP hint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Optional

from pyrite.core.config.config_options import one_of, parse_bool, parse_duration_ms, whole_number
from pyrite.core.errors import TableException, ValidationException
from pyrite.core.types import AnyTimestampType, TimestampKind
from pyrite.expressions.expression_tree import Path
from pyrite.expressions.resolved import FieldReference, ResolvedExpression
from pyrite.operators.relational.lookup.lookup_calls import MissRetry
from pyrite.relational.bind.expressions import ExpressionBinder
from pyrite.relational.bind.scope import Scope
from pyrite.relational.bind.session import BindSession
from pyrite.relational.plan import nodes
from pyrite.relational.plan.join import Join
from pyrite.relational.plan.joins.time_joins import LookupHint, SnapshotJoin
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.sql import sql_tree

_ONLY_TIME_ATTRIBUTES: Final = (
    "Temporal table join currently only supports 'FOR SYSTEM_TIME AS OF' left table's time attribute field"
)
_TABLE: Final = "table"
_OPTIONS: Final[Mapping[str, Any]] = {
    _TABLE: str,
    "async": parse_bool,
    "output-mode": one_of({"ordered": "ORDERED", "allow_unordered": "ALLOW_UNORDERED"}),
    "capacity": whole_number(1),
    "timeout": parse_duration_ms,
    "retry-predicate": str,
    "retry-strategy": one_of({"fixed_delay": "FIXED_DELAY"}),
    "fixed-delay": parse_duration_ms,
    "max-attempts": whole_number(1),
    "shuffle": parse_bool,
}
_RETRY: Final = ("retry-predicate", "retry-strategy", "fixed-delay", "max-attempts")


def bind_period(period: Any, left: Scope, session: BindSession) -> ResolvedExpression:
    """Binds the time of a snapshot: a time attribute of the left side."""
    time = ExpressionBinder(left, session).bind(period)
    kind = time.type
    is_attribute = isinstance(kind, AnyTimestampType) and kind.kind is not TimestampKind.REGULAR
    if not session.is_batch and not is_attribute:
        raise ValidationException(_ONLY_TIME_ATTRIBUTES)
    if not isinstance(time, FieldReference):
        raise TableException(
            "Temporal table can only be used in temporal join and only supports 'FOR SYSTEM_TIME AS OF' left table's "
            "time attribute field.\nQuerying a temporal table using 'FOR SYSTEM TIME AS OF' syntax with an expression "
            f"call '{type(time).__name__}' is not supported yet."
        )
    return time


def with_period(plan: RelNode, period: ResolvedExpression, hint: Optional[LookupHint]) -> RelNode:
    """Converts a bound join, which USING and NATURAL put below a projection, to a join as of a time."""
    if isinstance(plan, nodes.Project):
        return replace(plan, input=with_period(plan.input, period, hint))
    assert isinstance(plan, Join)
    return SnapshotJoin(plan.left, plan.right, plan.join_type, period, plan.condition, hint)


def lookup_hint(hints: Sequence[sql_tree.Hint], qualifiers: Sequence[Path]) -> Optional[LookupHint]:
    """Returns the LOOKUP hint for a table by its alias or path, if there is one."""
    for hint in hints:
        options = _checked(hint)
        name = tuple(options[_TABLE].split("."))
        if any(qualifier[-len(name) :] == name for qualifier in qualifiers):
            return _hint_of(options)
    return None


def check_lookup_hints(hints: Sequence[sql_tree.Hint], qualifiers: Sequence[Path]) -> None:
    """Raises for a LOOKUP hint that names no table of the query."""
    for hint in hints:
        if lookup_hint([hint], qualifiers) is None:
            name = _checked(hint)[_TABLE]
            raise ValidationException(
                f"The options of following hints cannot match the name of input tables or views: \n`{name}` in `LOOKUP`"
            )


def _checked(hint: sql_tree.Hint) -> dict[str, Any]:
    if hint.arguments:
        raise ValidationException("Invalid list options in LOOKUP hint, only support key-value options.")
    options: dict[str, Any] = {}
    for key, text in hint.options:
        if key not in _OPTIONS:
            raise ValidationException(f"Invalid LOOKUP hint option '{key}'. The options are {', '.join(_OPTIONS)}")
        try:
            options[key] = _OPTIONS[key](text)
        except ValueError as error:
            raise ValidationException(f"Invalid LOOKUP hint options: '{key}' = '{text}': {error}") from None
    if _TABLE not in options:
        raise ValidationException("Invalid LOOKUP hint: incomplete required option(s): [table]")
    retry_options = [key for key in _RETRY if key in options]
    if retry_options and len(retry_options) < len(_RETRY):
        raise ValidationException("Invalid LOOKUP hint: retry options can be both null or all not null")
    if retry_options and options["retry-predicate"].lower() != "lookup_miss":
        raise ValidationException(
            f"Invalid LOOKUP hint option: unsupported retry-predicate '{options['retry-predicate']}', only "
            "'lookup_miss' is supported currently"
        )
    return options


def _hint_of(options: Mapping[str, Any]) -> LookupHint:
    mode = options.get("output-mode")
    retry = MissRetry(options["fixed-delay"], options["max-attempts"]) if "fixed-delay" in options else None
    return LookupHint(
        options.get("async"),
        None if mode is None else mode == "ALLOW_UNORDERED",
        options.get("capacity"),
        options.get("timeout"),
        retry,
        options.get("shuffle", False),
    )
