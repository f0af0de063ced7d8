"""Flink 2.3's own SQL parser, out of the jars of apache-flink: which statements it takes, and how it writes them.

Runs with the interpreter of the PyFlink peer (`benchmarks.run.peer_python("pyflink")`), which has py4j.
"""

from __future__ import annotations

import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Optional

from py4j.java_gateway import JavaGateway, java_import, launch_gateway
from py4j.protocol import Py4JJavaError


class FlinkParser:
    """A JVM with Flink's planner on its class path; to be closed."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        libraries = Path(sys.prefix) / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
        lib = libraries / "pyflink" / "lib"
        with zipfile.ZipFile(next(lib.glob("flink-table-planner-loader-*.jar"))) as loader:
            planner = loader.extract("flink-table-planner.jar", self._folder.name)
        jars = [planner, *map(str, lib.glob("flink-*.jar")), *map(str, lib.glob("log4j-*.jar"))]
        port = launch_gateway(classpath=":".join(jars), die_on_exit=True)
        self._gateway = JavaGateway(gateway_parameters=_parameters(port))
        self._jvm: Any = self._gateway.jvm
        for name in ("calcite.sql.parser.*", "calcite.config.*", "flink.sql.parser.impl.*"):
            java_import(self._jvm, f"org.apache.{name}")
        conformance = self._jvm.org.apache.flink.sql.parser.validate.FlinkSqlConformance.DEFAULT
        config = self._jvm.SqlParser.config().withParserFactory(self._jvm.FlinkSqlParserImpl.FACTORY)
        config = config.withConformance(conformance).withLex(self._jvm.Lex.JAVA)
        self._config = config.withIdentifierMaxLength(256)
        self._extended = self._jvm.org.apache.flink.table.planner.parse.ExtendedParser.INSTANCE
        self._dialect = self._jvm.org.apache.calcite.sql.dialect.AnsiSqlDialect.DEFAULT

    def refusal(self, statement: str) -> Optional[str]:
        """None if `TableEnvironment.execute_sql` would parse the statement, else the first line of the error."""
        try:
            if not self._extended.parse(statement).isPresent():
                self._parser(statement).parseStmtList()
        except Py4JJavaError as error:
            return _first_line(error)
        return None

    def expression(self, text: str) -> Optional[str]:
        """How Flink writes an expression, with all parentheses; None if it does not take it."""
        try:
            return str(self._parser(text).parseExpression().toSqlString(self._dialect, True).getSql())
        except Py4JJavaError:
            return None

    def statement(self, text: str) -> str:
        """How Flink writes a statement that it takes, with all parentheses."""
        node = self._parser(text).parseStmtList().get(0)
        return str(node.toSqlString(self._dialect, True).getSql())

    def _parser(self, text: str) -> Any:
        return self._jvm.SqlParser.create(text, self._config)

    def close(self) -> None:
        self._gateway.shutdown()
        self._folder.cleanup()


def _parameters(port: int) -> Any:
    from py4j.java_gateway import GatewayParameters

    return GatewayParameters(port=port, auto_convert=True)


def _first_line(error: Py4JJavaError) -> str:
    message = error.java_exception.getMessage()
    return str(message or error.java_exception.toString()).splitlines()[0]
