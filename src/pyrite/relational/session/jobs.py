"""Statements that run as jobs: queries, INSERT, STATEMENT SET, CREATE TABLE AS."""

from __future__ import annotations

from typing import Optional

from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.session.session import Session
from pyrite.relational.session.table_as import plan_table_as
from pyrite.relational.sql import sql_tree


def plans_of(
    statement: sql_tree.Statement, session: Session, text: str, is_explained: bool = False
) -> Optional[list[RelNode]]:
    """Plans a statement that runs as a job; None for other statements. Creates the table of CREATE TABLE AS.

    With `is_explained`, no table is created.
    """
    match statement:
        case sql_tree.QueryStatement():
            return [session.plan_query(statement.query, text)]
        case sql_tree.Insert():
            return [session.plan_insert(statement, text)]
        case sql_tree.StatementSet():
            return [session.plan_insert(insert, text) for insert in statement.inserts]
        case sql_tree.CreateTable() if statement.query is not None:
            return [plan_table_as(statement, session, text, creates=not is_explained)]
    return None
