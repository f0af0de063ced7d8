"""CompiledPlan: the optimized plan of INSERTs as a document, with its nodes.

A document is a list of nodes, inputs first. Each has an id, a type with a version, under Flink's names, the pattern of
its uids, the options of its operators, the time to live of its state, and its fields.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Optional, TypeVar

from pyrite.core.config.config_options import ConfigOption, parse_duration_ms
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.sql_options import STATE_TTL, UID_FORMAT, UID_GENERATION
from pyrite.core.connector.table import TableSink, TableSource
from pyrite.core.errors import PyriteError, TableException, ValidationException
from pyrite.core.types import LogicalType
from pyrite.expressions.python_function import PythonFunctionSpec
from pyrite.relational.bind.errors import shown_in
from pyrite.relational.compiled.codec import OwnForm, PlanCodec, UnfitValueError
from pyrite.relational.compiled.functions import PlanFunctions
from pyrite.relational.compiled.tables import PlanTables
from pyrite.relational.node_notes import NodeNotes
from pyrite.relational.plan import nodes
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.joins.time_joins import LookupJoin
from pyrite.relational.plan.names import classes_below, plan_name
from pyrite.relational.plan.nodes import RelNode, ResolvedTable
from pyrite.relational.plan.render import describe
from pyrite.relational.plan.windows import duration_text
from pyrite.relational.session.session import Session
from pyrite.relational.sql.parser import parse_type
from pyrite.relational.to_transformations import Translator

FLINK_VERSION: Final = "2.3"
"""The version of Flink whose node types are used."""
_VERSION: Final = 1
"""The version of the document format."""
_WIDTH: Final = 120
_HINTED_TTL: Final = "state_ttl_ms"
"""The node field for the STATE_TTL hint. Documents store it with all other times to live."""
_HEADER: Final = ("id", "type", "uid", "description", "configuration", "state")


@dataclass(frozen=True)
class CompiledPlan:
    """A document and its nodes. `notes` are by the identity of a node."""

    document: Mapping[str, Any]
    sinks: tuple[nodes.Sink, ...]
    notes: Mapping[int, NodeNotes]

    def to_json(self) -> str:
        """Returns JSON that is easy to compare: in a fixed order, with short values on one line."""
        return f"{_lines(self.document, '')}\n"


def compiled(sinks: Sequence[nodes.Sink], session: Session) -> CompiledPlan:
    """Compiles optimized plans to a document."""
    numbers = numbered(sinks)
    options_by_node = options_read(sinks, session.configuration)
    form = PlanForm(session, {id(node): number for node, number in numbers})
    notes, written = {}, []
    for node, number in numbers:
        options = options_by_node.get(id(node), {})
        ttl = options.pop(STATE_TTL.key, None)
        if isinstance(hinted_ms := getattr(node, _HINTED_TTL, None), int):
            ttl = f"{hinted_ms} ms"
        elif hinted_ms is not None and ttl is None:
            ttl = "0 ms"  # both sides have a hint
        state_options = {} if ttl is None else {STATE_TTL.key: ttl}
        notes[id(node)] = NodeNotes(uid_of(node, number, session), {**options, **state_options})
        written.append(form.write(node, notes[id(node)], options, ttl))
    document = {"flinkVersion": FLINK_VERSION, "version": _VERSION, "nodes": written}
    return CompiledPlan(document, tuple(sinks), notes)


def uid_notes(plans: Sequence[RelNode], session: Session, first: int = 1) -> dict[int, NodeNotes]:
    """Returns notes for plans that were not compiled: uids, if the options require them for all jobs.

    `first` is the id of the first node. Ids are unique among the plans of a job.
    """
    if session.configuration.get(UID_GENERATION) != "ALWAYS":
        return {}
    return {id(node): NodeNotes(uid_of(node, number, session)) for node, number in numbered(plans, first)}


def numbered(roots: Sequence[RelNode], first: int = 1) -> list[tuple[RelNode, int]]:
    """Returns the nodes of plans with their ids, inputs first. A shared node is included once."""
    seen: dict[int, RelNode] = {}

    def visit(node: RelNode) -> None:
        if id(node) not in seen:
            for each in node.inputs:
                visit(each)
            seen[id(node)] = node

    for root in roots:
        visit(root)
    return [(node, number) for number, node in enumerate(seen.values(), first)]


def uid_of(node: RelNode, number: int, session: Session) -> str:
    """Returns the pattern of the uids of a node's transformations."""
    name, _, version = _type_of(node, session.is_batch).rpartition("_")
    text = session.configuration.get(UID_FORMAT).replace("<id>", str(number))
    return text.replace("<type>", name).replace("<version>", version)


def _type_of(node: RelNode, is_batch: bool) -> str:
    return f"{'batch' if is_batch else 'stream'}-exec-{plan_name(type(node))}_{type(node).plan_version}"


def restored(document: Any, session: Session) -> CompiledPlan:
    """Restores a plan from a document. TableException names the node that is invalid or unknown."""
    version = document.get("version") if isinstance(document, dict) else None
    if version != _VERSION or not isinstance(document.get("nodes"), list):
        raise TableException(
            f"not a compiled plan that Pyrite can read: expected nodes and version {_VERSION}, not {version}"
        )
    form = PlanForm(session, {})
    notes = {}
    for content in document["nodes"]:
        node, noted = form.read(content)
        notes[id(node)] = noted
    sinks = tuple(node for node in form.nodes.values() if isinstance(node, nodes.Sink))
    if not sinks:
        raise TableException("the plan has no sink")
    return CompiledPlan(document, sinks, notes)


class PlanForm:
    """Writes and reads the nodes of one document. Nodes refer to each other by id."""

    def __init__(self, session: Session, ids: Mapping[int, int]) -> None:
        self._session = session
        self._ids = ids
        self.nodes: dict[int, RelNode] = {}
        own: dict[type[Any], OwnForm] = {}
        self._codec = PlanCodec(own)
        tables, functions = PlanTables(session, self._codec), PlanFunctions(session)
        types = PlanCodec({})
        own |= {
            RelNode: OwnForm(lambda node: self._ids[id(node)], self._node),
            ResolvedTable: OwnForm(tables.write, tables.read),
            PythonFunctionSpec: OwnForm(functions.write, functions.read),
            LogicalType: OwnForm(lambda kind: _type_text(kind, types), lambda content: _read_type(content, types)),
            TableSource: OwnForm(lambda source: source.as_summary_string(), lambda content: None),
            TableSink: OwnForm(lambda sink: sink.as_summary_string(), lambda content: None),
        }

    def _node(self, number: Any) -> RelNode:
        if number not in self.nodes:
            raise UnfitValueError(f"node {number} does not precede it")
        return self.nodes[number]

    def write(self, node: RelNode, notes: NodeNotes, options: Mapping[str, str], ttl: Optional[str]) -> dict[str, Any]:
        header: dict[str, Any] = {
            "id": self._ids[id(node)],
            "type": _type_of(node, self._session.is_batch),
            "uid": notes.uid,
            "description": describe(node),
        }
        if options:
            header["configuration"] = dict(sorted(options.items()))
        if ttl is not None:
            header["state"] = _states(node, parse_duration_ms(ttl))
        try:
            if isinstance(node, nodes.StreamScan):
                raise UnfitValueError(
                    "Cannot serialize the table as it's an external inline table. This might be caused by a usage of "
                    "StreamTableEnvironment#fromDataStream or TableResult#collect, which are not supported in compiled "
                    "plans."
                )
            values = self._codec.write_fields(node)
            if ttl is not None:
                values.pop(_HINTED_TTL, None)
            return {**header, **values}
        except UnfitValueError as error:
            raise TableException(f"{describe(node)}: {error}") from None

    def read(self, content: Any) -> tuple[RelNode, NodeNotes]:
        place = f"node {content.get('id')} ({content.get('type')})" if isinstance(content, dict) else "a node"
        try:
            kind = self._class(content)
            with shown_in(""):
                values = self._codec.read_fields({k: v for k, v in content.items() if k not in _HEADER}, kind)
                if issubclass(kind, RegularJoin):
                    values[_HINTED_TTL] = tuple(parse_duration_ms(each["ttl"]) for each in content.get("state", ()))
                if issubclass(kind, (nodes.Scan, LookupJoin)):
                    values["source"] = self._source(values)
                elif issubclass(kind, nodes.Sink):
                    values["sink"] = self._sink(values)
            node: RelNode = kind(**values)
            notes = _notes(content)
        except (UnfitValueError, PyriteError) as error:
            raise TableException(f"{place}: {error}") from None
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise TableException(
                f"{place}: not in the format that Pyrite writes: {type(error).__name__}: {error}"
            ) from None
        self.nodes[content["id"]] = node
        return node, notes

    def _class(self, content: Any) -> type[RelNode]:
        mode = "batch" if self._session.is_batch else "stream"
        whole = str(content["type"])
        prefix, _, name = whole.partition("-exec-")
        if content["id"] in self.nodes:
            raise UnfitValueError(f"The id: {content['id']} is not unique")
        if prefix != mode:
            raise UnfitValueError(f"the plan was compiled for another mode: this session is {mode}ing")
        for kind in classes_below(RelNode):
            if f"{plan_name(kind)}_{kind.plan_version}" == name:
                return kind
        raise UnfitValueError(f"Unsupported exec node type: '{whole}'.")

    def _source(self, values: Mapping[str, Any]) -> TableSource:
        source = self._session.describe_source(values["table"])
        for ability in values.get("abilities", ()):
            source = ability.apply(source)
        produced, scanned = source.produced_type.children, values["scan_type"].children
        if produced != scanned:
            raise UnfitValueError(
                f"it has the columns {', '.join(map(str, scanned))} in the plan, but the table in the catalog has "
                f"{', '.join(map(str, produced))}: compile the plan again"
            )
        return source

    def _sink(self, values: Mapping[str, Any]) -> TableSink:
        sink = self._session.describe_sink(values["table"])
        for ability in values.get("abilities", ()):
            sink = ability.apply(sink)
        return sink


def _lines(value: Any, indent: str) -> str:
    """Formats a value on one line if it is short, otherwise with an item on each line."""
    text = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or (len(indent) + len(text) <= _WIDTH and len(indent) > 2):
        return text
    inner = f"{indent}  "
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"{inner}{_lines(each, inner)}" for each in value) + f"\n{indent}]"
    items = [f"{inner}{json.dumps(key)}: {_lines(each, inner)}" for key, each in value.items()]
    return "{\n" + ",\n".join(items) + f"\n{indent}}}"


def _notes(content: Mapping[str, Any]) -> NodeNotes:
    options = dict(content.get("configuration", {}))
    for each in content.get("state", ()):
        parse_duration_ms(each["ttl"])  # raises for an invalid duration
        options[STATE_TTL.key] = each["ttl"]
    return NodeNotes(content.get("uid", ""), options)


def _states(node: RelNode, default_ttl_ms: int) -> list[dict[str, Any]]:
    """Returns the times to live of a node: one, or one for each side of a join."""
    states = [(default_ttl_ms, _state_name(node))]
    if isinstance(node, RegularJoin):
        sides = zip(node.state_ttl_ms, ("leftState", "rightState"), strict=True)
        states = [(default_ttl_ms if ttl_ms is None else ttl_ms, name) for ttl_ms, name in sides]
    return [{"index": index, "ttl": duration_text(ttl_ms), "name": name} for index, (ttl_ms, name) in enumerate(states)]


def _state_name(node: RelNode) -> str:
    """`groupAggregateState`."""
    name = "SinkMaterialize" if isinstance(node, nodes.Sink) else type(node).__name__
    return f"{name[0].lower()}{name[1:]}State"


def _type_text(kind: LogicalType, codec: PlanCodec) -> Any:
    """Returns a type as SQL, or as an object if SQL cannot express it, such as a time attribute."""
    text = kind.as_serializable_string()
    try:
        if parse_type(text) == kind:
            return text
    except ValidationException:
        pass
    return codec.write(kind, LogicalType)


def _read_type(content: Any, codec: PlanCodec) -> LogicalType:
    kind = parse_type(content) if isinstance(content, str) else codec.read(content, LogicalType)
    assert isinstance(kind, LogicalType)
    return kind


T = TypeVar("T")

_PREFIX: Final = "table."


def options_read(plans: Sequence[RelNode], configuration: Configuration) -> dict[int, dict[str, str]]:
    """Returns the options that the translation of each node reads, by node and key. Nothing runs."""
    translator = _Recorder(configuration)
    for plan in plans:
        translator.translate(plan)
    return {node: each.options for node, each in translator.by_node.items()}


class _Recorder(Translator):
    def __init__(self, configuration: Configuration) -> None:
        super().__init__(configuration)
        self.by_node: dict[int, _RecordedConfiguration] = {}

    def configuration_of(self, node: RelNode) -> Configuration:
        return self.by_node.setdefault(id(node), _RecordedConfiguration(self._session_configuration))


class _RecordedConfiguration(Configuration):
    """Records the options that are read, as text."""

    def __init__(self, configuration: Configuration) -> None:
        super().__init__(configuration)
        self.options: dict[str, str] = {}

    def get(self, option: ConfigOption[T]) -> T:
        value = super().get(option)
        if option.key.startswith(_PREFIX):
            self.options[option.key] = Configuration().set(option, value).to_dict()[option.key]
        return value
