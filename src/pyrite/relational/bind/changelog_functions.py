"""TO_CHANGELOG and FROM_CHANGELOG, in FROM and in the Table API."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Optional

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.types.strings import CharacterStringType
from pyrite.expressions import expression_tree
from pyrite.expressions.expression_tree import Query
from pyrite.expressions.folding import evaluate_constant
from pyrite.relational.bind.errors import BindError
from pyrite.relational.bind.expressions import ExpressionBinder
from pyrite.relational.bind.scope import Scope
from pyrite.relational.bind.session import BindSession
from pyrite.relational.plan.changelog_functions import FromChangelog, ToChangelog
from pyrite.relational.plan.nodes import RelNode

TO_CHANGELOG: Final = "TO_CHANGELOG"
FROM_CHANGELOG: Final = "FROM_CHANGELOG"
_PARAMETERS: Final = ("INPUT", "OP", "OP_MAPPING")
_DEFAULT: Final = "DEFAULT()"
Arguments = Mapping[str, expression_tree.Expression]


def is_changelog_function(call: expression_tree.Call) -> bool:
    return call.function in (TO_CHANGELOG, FROM_CHANGELOG) and not call.qualifier


def bind_changelog_function(
    call: expression_tree.Call, session: BindSession, bind_query: Callable[[Query], tuple[RelNode, list[str]]]
) -> tuple[RelNode, Scope]:
    """Binds a call in FROM."""
    arguments = named_arguments(call.function, call.arguments, _PARAMETERS, call.at)
    table = arguments.get("INPUT")
    if not isinstance(table, (expression_tree.TableArgument, expression_tree.SubQuery)):
        raise BindError(f"First argument must be a table for {call.function}.", call.at)
    if isinstance(table, expression_tree.TableArgument) and (table.partition_by is not None or table.order_by):
        raise BindError(
            "Only tables with set semantics may be partitioned. Invalid PARTITION BY clause in the 0-th operand of "
            f"table function '{call.function}'",
            table.at,
        )
    plan, _ = bind_query(table.query)
    node = changelog_function(call.function, plan, arguments, session, call.at)
    return node, Scope.of(node.row_type)


def named_arguments(
    function: str, given: Sequence[expression_tree.Expression], parameters: Sequence[str], at: int
) -> Arguments:
    """Returns the arguments by name, also if they are passed by position."""
    by_name: dict[str, expression_tree.Expression] = {}
    for place, argument in enumerate(given):
        is_named = isinstance(argument, expression_tree.NamedArgument)
        name = argument.name.upper() if isinstance(argument, expression_tree.NamedArgument) else ""
        if not is_named and place < len(parameters):
            name = parameters[place]
        if name not in parameters or name in by_name:
            listed = ", ".join(each.lower() for each in parameters)
            raise BindError(f"Invalid arguments of function '{function}': expected {listed}, each once", at)
        by_name[name] = argument.value if isinstance(argument, expression_tree.NamedArgument) else argument
    return by_name


def changelog_function(
    function: str, plan: RelNode, arguments: Arguments, session: BindSession, at: int = -1
) -> RelNode:
    """Returns the node for a function over a table. Errors are Flink's."""
    column = _column(arguments.get("OP"), at)
    mapping = _mapping(arguments.get("OP_MAPPING"), session, at)
    op = _DEFAULT if "OP" not in arguments else f"DESCRIPTOR(_UTF-16LE'{column}')"
    pairs = None if mapping is None else ", ".join(f"'{key}', '{value}'" for key, value in mapping.items())
    call = f"{op}, {_DEFAULT if pairs is None else f'MAP({pairs})'}"
    if function == TO_CHANGELOG:
        return ToChangelog(plan, column, _codes(mapping, at), call)
    if session.is_batch:
        raise BindError("FROM_CHANGELOG is not supported in batch, where rows do not change", at)
    return FromChangelog(plan, _place(column, plan, at), _kinds(mapping, at), call)


def _column(descriptor: Optional[expression_tree.Expression], at: int) -> str:
    if descriptor is None:
        return "op"
    if not isinstance(descriptor, expression_tree.Descriptor) or len(descriptor.columns) != 1:
        raise BindError("The descriptor for argument 'op' must contain exactly one column name.", at)
    return descriptor.columns[0]


def _mapping(tree: Optional[expression_tree.Expression], session: BindSession, at: int) -> Optional[dict[str, str]]:
    if tree is None:
        return None
    try:
        value = evaluate_constant(ExpressionBinder(Scope([]), session).bind(tree))
    except BindError:
        value = None
    if not isinstance(value, dict) or not all(isinstance(text, str) for pair in value.items() for text in pair):
        raise BindError("The 'op_mapping' argument must be a constant MAP literal.", at)
    return value


def _kind(name: str, at: int) -> ChangeKind:
    if name not in ChangeKind.__members__:
        valid_kinds = ", ".join(ChangeKind.__members__)
        raise BindError(
            f"Invalid target mapping for argument 'op_mapping'. Unknown change operation: '{name}'. "
            f"Valid values are: [{valid_kinds}].",
            at,
        )
    return ChangeKind[name]


def _codes(mapping: Optional[Mapping[str, str]], at: int) -> tuple[tuple[ChangeKind, str], ...]:
    """Returns the code of each change kind."""
    if mapping is None:
        return tuple((kind, kind.name) for kind in ChangeKind)
    codes: dict[ChangeKind, str] = {}
    for names, code in mapping.items():
        for name in names.split(","):
            kind = _kind(name.strip(), at)
            if kind in codes:
                raise BindError(
                    f"Invalid target mapping for argument 'op_mapping'. Duplicate change operation: '{kind.name}'.", at
                )
            codes[kind] = code
    return tuple(codes.items())


def _kinds(mapping: Optional[Mapping[str, str]], at: int) -> tuple[tuple[str, ChangeKind], ...]:
    """Returns the change kind of each code."""
    if mapping is None:
        return tuple((kind.name, kind) for kind in ChangeKind)
    kinds: dict[str, ChangeKind] = {}
    for codes, name in mapping.items():
        kind = _kind(name.strip(), at)
        if kind in kinds.values():
            raise BindError(
                f"Invalid target mapping for argument 'op_mapping'. Duplicate change operation: '{kind.name}'. Use "
                "comma-separated keys to map multiple codes to the same operation (e.g., MAP['c, r', 'INSERT']).",
                at,
            )
        kinds |= {code.strip(): kind for code in codes.split(",")}
    if ChangeKind.UPDATE_AFTER in kinds.values() and ChangeKind.UPDATE_BEFORE not in kinds.values():
        raise BindError(
            "The 'op_mapping' must include UPDATE_BEFORE for retract mode. Upsert mode (without UPDATE_BEFORE) is not "
            "supported in this version.",
            at,
        )
    return tuple(kinds.items())


def _place(column: str, plan: RelNode, at: int) -> int:
    names = plan.field_names
    if column not in names:
        raise BindError(f"The op column '{column}' does not exist in the input schema.", at)
    place = names.index(column)
    kind = plan.row_type.fields[place].type
    if not isinstance(kind, CharacterStringType):
        raise BindError(f"The op column '{column}' must be of STRING type, but was '{kind}'.", at)
    return place
