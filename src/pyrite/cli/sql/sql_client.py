"""The SQL client: statements one by one, from a prompt or a script, with their results as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Optional, TextIO

from pyrite.core.errors import JobCancelledError, JobSuspendedError, PyriteError, ValidationException
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.errors import line_and_column
from pyrite.relational.sql.parser import parse_statement
from pyrite.relational.sql.script import split_script
from pyrite.table import TableEnvironment, TableResult

HELP: Final = """A statement ends with a semicolon and may take several lines.

  SELECT ...; VALUES ...;            runs a query and shows its rows; Ctrl-C cancels it
  INSERT INTO ...;                   starts a job, which runs while the client is open
  EXECUTE STATEMENT SET BEGIN ... END;  several INSERTs as one job
  EXPLAIN ...;                       shows how a statement would run
  CREATE, ALTER, DROP, USE, SHOW, DESCRIBE ...;
  SET 'key' = 'value'; SET; RESET;   changes and shows settings
  HELP; CLEAR; QUIT; EXIT;
"""
_CLEAR_SCREEN: Final = "\033[H\033[2J"


class SqlClient:
    """Runs statements in one session. `is_interactive`: INSERTs run in the background, and errors do not end it."""

    def __init__(self, environment: TableEnvironment, out: TextIO, is_interactive: bool) -> None:
        self._environment = environment
        self._out = out
        self._is_interactive = is_interactive
        self._set: Optional[list[str]] = None
        """The INSERTs of an open statement set."""
        self._jobs: list[TableResult] = []

    def run_script(self, script: str, name: str = "the script") -> bool:
        """Runs statements in order, up to QUIT; the first failing statement ends the script.

        Returns False if a statement ends the client. `name` is the script's name in errors.
        """
        for statement in split_script(script):
            line, column = line_and_column(script, statement.at)
            before = "\n" * (line - 1) + " " * (column - 1)  # so that errors show the lines of the script
            try:
                if not self.run(before + statement.text):
                    return False
            except (JobCancelledError, JobSuspendedError):
                raise
            except PyriteError as error:
                raise ValidationException(f"in the statement at line {line} of {name}:\n{error}") from error
        return True

    def run(self, text: str) -> bool:
        """Runs a statement; returns False if it ends the client."""
        statement = parse_statement(text)
        match statement:
            case sql_tree.ClientCommand():
                return self._command(statement.word)
            case sql_tree.BeginStatementSet():
                self._set = []
                self._info("Begin a statement set.")
            case sql_tree.EndStatementSet():
                self._end_set()
            case sql_tree.Insert() if self._set is not None:
                self._set.append(text)
                self._info("Add SQL update statement to the statement set.")
            case _ if self._set is not None:
                raise ValidationException("Only INSERT statement is allowed in Statement Set.")
            case sql_tree.Insert() | sql_tree.StatementSet() | sql_tree.Execute() | sql_tree.ExecutePlan():
                self._start(lambda: self._environment.execute_sql(text))
            case sql_tree.CompilePlan(is_execute=True):
                self._start(lambda: self._environment.execute_sql(text))
            case sql_tree.CreateTable() if statement.query is not None:
                self._start(lambda: self._environment.execute_sql(text))
            case sql_tree.QueryStatement():
                self._query(text)
            case _:
                self._show(self._environment.execute_sql(text))
        return True

    def _command(self, word: str) -> bool:
        if word in ("QUIT", "EXIT"):
            return False
        self._out.write(_CLEAR_SCREEN if word == "CLEAR" else HELP)
        self._out.flush()
        return True

    def _end_set(self) -> None:
        if self._set is None:
            raise ValidationException(
                'No Statement Set to submit, "END;" command should be used after "BEGIN STATEMENT SET;".'
            )

        inserts, self._set = self._set, None
        if not inserts:
            self._info("No statement in the statement set, skip submit.")
            return
        whole = "EXECUTE STATEMENT SET BEGIN\n" + ";\n".join(inserts) + ";\nEND"
        self._start(lambda: self._environment.execute_sql(whole))

    def _start(self, start: Callable[[], TableResult]) -> None:
        """Starts a job; in a script, waits for its end."""
        if self._is_interactive:
            self._info("Submitting SQL update statement...")
        result = start()
        client = result.get_job_client()
        if not self._is_interactive:
            result.attach()
            return
        self._jobs.append(result)
        self._info("SQL update statement has been submitted.")
        if client is not None:
            self._out.write(f"Job ID: {client.get_job_id()}\n")

    def _query(self, text: str) -> None:
        result = self._environment.execute_sql(text)
        try:
            result.print()
        except KeyboardInterrupt:
            client = result.get_job_client()
            if client is not None:
                client.cancel().result()
            if not self._is_interactive:
                raise
            self._out.write("Query terminated.\n")

    def _show(self, result: TableResult) -> None:
        if result.is_ok:
            self._info("Execute statement succeeded.")
        else:
            result.print()

    def _info(self, text: str) -> None:
        if self._is_interactive:
            self._out.write(f"[INFO] {text}\n")

    def close(self) -> None:
        """Cancels the jobs that still run, since they live in this process."""
        for result in self._jobs:
            client = result.get_job_client()
            if client is not None and not client.get_job_execution_result().done():
                self._out.write(f"canceling job {client.get_job_id()}, which runs in this client\n")
                client.cancel().result()
