"""Writes docs/reference/ from the docstrings: python docs/make_reference.py

One page for each module of MODULES, which are public. A name that several modules export is described on the first page
that has it; the others link there.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

REFERENCE = Path(__file__).resolve().parent / "reference"
MODULES = (
    "pyrite.common",
    "pyrite.datastream",
    "pyrite.datastream.state",
    "pyrite.datastream.window",
    "pyrite.datastream.connectors",
    "pyrite.datastream.connectors.base",
    "pyrite.datastream.connectors.cassandra",
    "pyrite.datastream.connectors.delta",
    "pyrite.datastream.connectors.elasticsearch",
    "pyrite.datastream.connectors.file_system",
    "pyrite.datastream.connectors.http",
    "pyrite.datastream.connectors.hybrid_source",
    "pyrite.datastream.connectors.jdbc",
    "pyrite.datastream.connectors.kafka",
    "pyrite.datastream.connectors.kinesis",
    "pyrite.datastream.connectors.mqtt",
    "pyrite.datastream.connectors.nats",
    "pyrite.datastream.connectors.pulsar",
    "pyrite.datastream.connectors.rabbitmq",
    "pyrite.datastream.connectors.redis",
    "pyrite.datastream.formats.avro",
    "pyrite.datastream.formats.csv",
    "pyrite.datastream.formats.json",
    "pyrite.datastream.formats.orc",
    "pyrite.datastream.formats.parquet",
    "pyrite.datastream.formats.protobuf",
    "pyrite.datastream.formats.raw",
    "pyrite.cep",
    "pyrite.table",
    "pyrite.table.connector",
    "pyrite.table.expressions",
    "pyrite.table.udf",
    "pyrite.common.accumulators",
    "pyrite.common.block",
    "pyrite.common.errors",
    "pyrite.common.functions",
    "pyrite.common.source",
    "pyrite.common.typeinfo",
    "pyrite.common.window_functions",
    "pyrite.metrics",
    "pyrite.state_processor",
    "pyrite.queryable_state",
    "pyrite.testing",
)
NEWLINE = "\n"
NOTE = "*Generated from the docstrings by [make_reference.py](../make_reference.py); edit those.*"
EXAMPLES = (
    "In the examples, `env` is a `StreamExecutionEnvironment` of parallelism 1, and the names of `pyrite.common`, "
    "`pyrite.datastream` and its modules, and `pyrite.cep` are imported. In the examples of tables, `t_env` is a "
    "`StreamTableEnvironment` over `env`, and the names of `pyrite.table` and its modules are imported, too. The tests "
    "run them."
)
_EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)

Homes = dict[int, str]
"""Where a class or function is described: its id to its link."""


def make_pages() -> dict[str, str]:
    """The pages by their file names."""
    exported = {name: public_names(import_module(name)) for name in MODULES}
    homes: Homes = {}
    for module, members in exported.items():
        for name, value in members.items():
            homes.setdefault(id(value), f"[`{name}`]({module}.md#{name.lower()})")
    pages = {f"{module}.md": page(import_module(module), members, homes) for module, members in exported.items()}
    return pages | {"README.md": index()}


def public_names(module: ModuleType) -> dict[str, Any]:
    """What the module exports; without `__all__`, the classes and functions that it defines or has from core."""
    names = getattr(module, "__all__", None)
    if names is None:
        defined_in = {name: str(getattr(value, "__module__", "")) for name, value in vars(module).items()}
        names = [name for name, where in defined_in.items() if where.startswith((module.__name__, "pyrite.core."))]
    members = {name: getattr(module, name) for name in sorted(names, key=str.lower) if not name.startswith("_")}
    return {name: value for name, value in members.items() if inspect.isclass(value) or inspect.isfunction(value)}


def index() -> str:
    lines = ["# API reference", "", NOTE, "", EXAMPLES, "", "| module | |", "| --- | --- |"]
    lines += [f"| [`{name}`]({name}.md) | {doc(import_module(name)).partition(NEWLINE)[0]} |" for name in MODULES]
    return "\n".join(lines) + "\n"


def page(module: ModuleType, members: dict[str, Any], homes: Homes) -> str:
    elsewhere = [homes[id(value)] for value in members.values() if f"]({module.__name__}.md#" not in homes[id(value)]]
    lines = [f"# {module.__name__}", "", doc(module), "", NOTE]
    if elsewhere:
        lines += ["", f"Also here: {', '.join(elsewhere)}."]
    for name, value in members.items():
        if homes[id(value)] not in elsewhere:
            lines += ["", f"## {name}", ""]
            lines += class_lines(name, value, homes) if inspect.isclass(value) else routine_lines(name, value)
    return "\n".join(lines) + "\n"


def class_lines(name: str, cls: type, homes: Homes) -> list[str]:
    described = [base for base in cls.__mro__[1:] if id(base) in homes or not is_ours(base)]
    paragraphs = [f"`{name}{signature(cls)}`"] if takes_arguments(cls) else []
    paragraphs += [markdown(cls)] if doc(cls) else []
    bases = [homes[id(base)] for base in described if is_ours(base) and base in cls.__bases__]
    paragraphs += [f"Bases: {', '.join(bases)}."] if bases else []
    paragraphs += [f"Members: {', '.join(f'`{member.name}`' for member in cls)}."] if issubclass(cls, Enum) else []
    lines = "\n\n".join(paragraphs).split("\n")
    entries = [line for member in members(cls, described) for line in member_lines(*member, homes)]
    return [*lines, "", *entries] if entries else lines


def members(cls: type, described: list[type]) -> Iterator[tuple[str, Any]]:
    """Public members in the order of their definition, with those of bases that have no description of their own."""
    described_names = {name for base in described for name in vars(base)}
    seen = set(getattr(cls, "__dataclass_fields__", ()))  # the signature names them
    for owner in cls.__mro__:
        for name, value in () if owner in described else vars(owner).items():
            if (
                name not in seen
                and not name.startswith("_")
                and is_shown(value)
                and (owner is cls or name not in described_names)
            ):
                seen.add(name)
                yield name, value


def member_lines(name: str, value: Any, homes: Homes) -> list[str]:
    """An entry of a class's list: what it is, then its docstring, indented."""
    if inspect.isclass(value):
        if id(value) in homes:
            return [f"- `{name}`: {homes[id(value)]}"]
        return [f"- `{name}`", *(f"  {line}".rstrip() for line in ["", *class_lines(name, value, homes)])]
    if isinstance(value, property):
        return entry(f"`{name}`", markdown(value))
    static = isinstance(value, staticmethod)
    routine = unwrapped(value)
    return entry(f"`{name}{signature(routine, bound=not static)}`" + (" (static)" if static else ""), markdown(routine))


def entry(term: str, text: str) -> list[str]:
    first, *rest = text.split("\n") if text else [""]
    return [f"- {term}: {first}" if first else f"- {term}", *(f"  {line}".rstrip() for line in rest)]


def routine_lines(name: str, routine: Any) -> list[str]:
    return [f"`{name}{signature(routine)}`", *(["", markdown(routine)] if doc(routine) else [])]


def is_ours(cls: type) -> bool:
    return cls.__module__.partition(".")[0] == "pyrite"


def is_shown(value: Any) -> bool:
    is_method = isinstance(value, (staticmethod, classmethod, property))
    return is_method or inspect.isfunction(value) or inspect.isclass(value)


def unwrapped(value: Any) -> Any:
    return value.__func__ if isinstance(value, (staticmethod, classmethod)) else value


def doc(value: Any) -> str:
    """The docstring; a method without one has that of the method it overrides."""
    return inspect.cleandoc(value.__doc__ or "") if inspect.isclass(value) else inspect.getdoc(value) or ""


def markdown(value: Any) -> str:
    """The docstring with its examples as code blocks; indented parts become such by themselves."""
    return _EXAMPLE.sub(r"```pycon\n\g<0>\n```", doc(value))


def takes_arguments(cls: type) -> bool:
    """Whether a user calls the class: it is neither abstract nor an enum, and its parameters are not private."""
    init = inspect.getattr_static(cls, "__init__")
    if issubclass(cls, Enum) or getattr(cls, "_is_protocol", False) or inspect.isabstract(cls):
        return False
    return inspect.isfunction(init) and not any(name.startswith("_") for name in inspect.signature(init).parameters)


def signature(routine: Any, bound: bool = False) -> str:
    """The parameters as they are written: annotations without quotes, defaults that are the same in every run."""
    signature = inspect.signature(inspect.getattr_static(routine, "__init__") if inspect.isclass(routine) else routine)
    parameters = list(signature.parameters.values())[1 if bound or inspect.isclass(routine) else 0 :]
    texts: list[str] = []
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and not any(text.startswith("*") for text in texts):
            texts.append("*")
        texts.append(parameter_text(parameter))
    returns = annotation_text(signature.return_annotation)
    return f"({', '.join(texts)})" + (f" -> {returns}" if returns and not inspect.isclass(routine) else "")


def parameter_text(parameter: inspect.Parameter) -> str:
    stars = (
        "*" if parameter.kind is parameter.VAR_POSITIONAL else "**" if parameter.kind is parameter.VAR_KEYWORD else ""
    )
    annotation = annotation_text(parameter.annotation)
    text = f"{stars}{parameter.name}" + (f": {annotation}" if annotation else "")
    if parameter.default is parameter.empty:
        return text
    equals = " = " if annotation else "="
    return f"{text}{equals}{default_text(parameter.default)}"


def annotation_text(annotation: Any) -> str:
    if annotation is inspect.Parameter.empty:
        return ""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return text.replace("typing.", "")


def default_text(default: Any) -> str:
    if isinstance(default, Enum):
        return f"{type(default).__name__}.{default.name}"
    return "..." if callable(default) or " at 0x" in repr(default) else repr(default)


def main() -> None:
    REFERENCE.mkdir(exist_ok=True)
    pages = make_pages()
    for old in REFERENCE.glob("*.md"):
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        (REFERENCE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
