"""COMPILE PLAN and EXECUTE PLAN, and files with compiled plans."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Optional

from pyrite.core.config.sql_options import PLAN_FORCE_RECOMPILE
from pyrite.core.errors import TableException
from pyrite.core.file_uri import local_path
from pyrite.relational.compiled.compiled_plan import CompiledPlan, compiled, restored
from pyrite.relational.passes import all_optimized
from pyrite.relational.passes.settings import COLLECTED, PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.session.jobs import plans_of
from pyrite.relational.session.results import OK, StatementResult
from pyrite.relational.session.session import Session
from pyrite.relational.sql import sql_tree


def compile_plan(statement: sql_tree.CompilePlan, session: Session, text: str) -> StatementResult:
    """Executes COMPILE PLAN 'file' FOR ..., which writes the file."""
    _compiled_file(statement, session, text, statement.if_not_exists)
    return OK


def plan_to_execute(statement: sql_tree.Statement, session: Session, text: str) -> Optional[CompiledPlan]:
    """Returns the plan of EXECUTE PLAN and of COMPILE AND EXECUTE PLAN; None for other statements."""
    if isinstance(statement, sql_tree.ExecutePlan):
        return load_plan(statement.path, session)
    if isinstance(statement, sql_tree.CompilePlan) and statement.is_execute:
        return _compiled_file(statement, session, text, keeps=True)
    return None


def _compiled_file(statement: sql_tree.CompilePlan, session: Session, text: str, keeps: bool) -> CompiledPlan:
    """Compiles a statement and writes its file; with `keeps`, loads the file if it exists."""
    if keeps and local_path(statement.path).exists():
        return load_plan(statement.path, session)
    check_new_file(statement.path, session)
    plans = plans_of(statement.statement, session, text) or []
    plan = compile_sinks([each for each in plans if isinstance(each, nodes.Sink)], session)
    write_plan(plan, statement.path)
    return plan


def compile_sinks(sinks: Sequence[nodes.Sink], session: Session) -> CompiledPlan:
    """Optimizes and compiles INSERTs."""
    settings = PassSettings(session.is_batch, session.configuration, COLLECTED, session.describe_source)
    best: list[RelNode] = all_optimized(sinks, settings)
    return compiled([each for each in best if isinstance(each, nodes.Sink)], session)


def check_new_file(path: str, session: Session) -> None:
    if local_path(path).exists() and not session.configuration.get(PLAN_FORCE_RECOMPILE):
        raise TableException(
            f"Cannot overwrite the plan file '{path}'. Either manually remove the file or, if you're debugging your "
            f"job, set the option '{PLAN_FORCE_RECOMPILE.key}' to true."
        )


def write_plan(plan: CompiledPlan, path: str) -> None:
    """Writes the file atomically. Creates missing folders."""
    file = local_path(path)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_name(f".{file.name}.new")
        new.write_bytes(plan.to_json().encode("utf-8", "surrogatepass"))
        new.replace(file)
    except OSError as error:
        raise TableException(f"Cannot write the compiled plan to file '{path}'. {error}") from error


def load_plan(path: str, session: Session) -> CompiledPlan:
    file = local_path(path)
    if not file.exists():
        raise TableException(f"file resource [{path}] not found.")
    try:
        return plan_of_json(_text(file), session)
    except TableException as error:
        raise TableException(f"Cannot load Plan from file '{path}'. {error}") from None


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8", "surrogatepass")
    except (OSError, UnicodeDecodeError) as error:
        raise TableException(str(error)) from error


def plan_of_json(text: str, session: Session) -> CompiledPlan:
    try:
        document = json.loads(text)
    except ValueError as error:
        raise TableException(f"not valid JSON: {error}") from None
    return restored(document, session)
