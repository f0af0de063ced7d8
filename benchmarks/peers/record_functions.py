"""Record what Flink answers to expressions over columns, for tests/expressions/answers.

Run inside an environment that holds apache-flink:

    python record_functions.py FILE... [--all]

Each FILE is question and answer in one. A section begins with its columns; then rows of values, as JSON; then
expressions, each on a line of its own:

    zone: Europe/Berlin
    columns: a INT, b DECIMAL(10, 2) NOT NULL
    row: [1, "2.50"]
    row: [null, "0.00"]
    let: c = MAP[a, 'x']
    a + b
    EXTRACT(YEAR FROM t) => EXTRACT('YEAR', t)

`zone` (UTC without it) and `let` (a column computed from others) may be left out. What stands after `=>` is for the
tests: the same call written as a plain one. The script answers what has no answer yet, with `--all` everything, by
adding below each expression its type and a list with a value for each row:

    a + b
    : DECIMAL(13, 2)
    = ["3.50", null]

A row that makes the job fail has {"error": "java.lang.ArithmeticException: / by zero"}; an expression that Flink
refuses has one line, `! ` and the sentence, as a JSON string. The columns come from a file, so that nothing is folded.
Values: integers and doubles as numbers, decimals and times as strings, bytes as hexadecimal digits, intervals as months
or milliseconds, arrays and rows as lists, maps as lists of pairs.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import sys
import tempfile
from dataclasses import dataclass, field
from typing import Any, Optional

from pyflink.java_gateway import get_gateway
from pyflink.table import EnvironmentSettings, TableEnvironment

BATCH = 40
MARKS = (": ", "= ", "! ")


@dataclass
class Question:
    """An expression, and its answer: lines of the file."""

    text: str
    answer: list[str] = field(default_factory=list)

    @property
    def sql(self) -> str:
        return self.text.split(" => ")[0].strip()


@dataclass
class Section:
    """Columns with their rows, and the expressions over them."""

    head: list[str] = field(default_factory=list)
    columns: list[tuple[str, str]] = field(default_factory=list)
    rows: list[list[Any]] = field(default_factory=list)
    lets: list[str] = field(default_factory=list)
    zone: str = "UTC"
    body: list[Any] = field(default_factory=list)
    """Questions, and the lines between them as they are."""

    @property
    def questions(self) -> list[Question]:
        return [part for part in self.body if isinstance(part, Question)]


# The file -------------------------------------------------------------------------------------------------------------


def parse(text: str) -> list[Section]:
    sections: list[Section] = [Section()]
    for line in text.split("\n"):
        section = sections[-1]
        if section.body and line.startswith(("zone: ", "columns: ")) and section.questions:
            section = Section()
            sections.append(section)
        if line.startswith(MARKS):
            section.questions[-1].answer.append(line)
        elif line.startswith(("zone: ", "columns: ", "row: ", "let: ")):
            take_head(section, line)
        elif line.startswith("#") or not line.strip():
            section.body.append(line)
        else:
            section.body.append(Question(line))
    return sections


def take_head(section: Section, line: str) -> None:
    word, _, rest = line.partition(": ")
    section.head.append(line)
    section.body.append(line)
    if word == "zone":
        section.zone = rest.strip()
    elif word == "columns":
        section.columns = [(part.split(" ", 1)[0], part.split(" ", 1)[1]) for part in split_columns(rest)]
    elif word == "row":
        section.rows.append(json.loads(rest))
    else:
        section.lets.append(rest)


def split_columns(text: str) -> list[str]:
    """`a INT, b DECIMAL(10, 2)` at the commas that are in no brackets."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "(<") - (sign in ")>")
        if sign == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]


def rendered(sections: list[Section]) -> str:
    lines: list[str] = []
    for part in (part for section in sections for part in section.body):
        lines += [part.text, *part.answer] if isinstance(part, Question) else [part]
    return "\n".join(lines)


# Flink ----------------------------------------------------------------------------------------------------------------


class Flink:
    """A table for each section, read from a file; expressions over it, many in a job."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
        config = self._env.get_config()
        config.set("parallelism.default", "1")
        self._cluster, port = started_cluster()
        config.set("execution.target", "remote")
        config.set("rest.address", "localhost")
        config.set("rest.port", str(port))
        self._count = 0

    def close(self) -> None:
        self._cluster.close()

    def answer(self, section: Section, questions: list[Question]) -> None:
        """Fills in the answers of these questions."""
        self._env.get_config().set("table.local-time-zone", section.zone)
        table = self._table(section)
        accepted = []
        for question in questions:
            kind = self._type(question.sql, table)
            if isinstance(kind, Refused):
                question.answer = [f"! {json.dumps(kind.sentence, ensure_ascii=False)}"]
            else:
                question.answer = [f": {kind}"]
                accepted.append(question)
        for start in range(0, len(accepted), BATCH):
            self._evaluate(table, accepted[start : start + BATCH], len(section.rows))

    def _table(self, section: Section) -> str:
        self._count += 1
        name, path = f"t{self._count}", f"{self._folder}/t{self._count}.json"
        with open(path, "w") as file:
            for number, row in enumerate(section.rows):
                fields = {
                    column: for_json(value, kind)
                    for (column, kind), value in zip(section.columns, row, strict=True)
                    if value is not None
                }
                print(json.dumps({"number_of_row": number, **fields}), file=file)
        columns = "".join(f", `{column}` {kind}" for column, kind in section.columns)
        lets = "".join(f", {text.partition('=')[0].strip()} AS {text.partition('=')[2]}" for text in section.lets)
        self._env.execute_sql(
            f"CREATE TABLE {name} (number_of_row INT{columns}{lets}) WITH ('connector' = 'filesystem', "
            f"'path' = 'file://{path}', 'format' = 'json')"
        )
        return name

    def _type(self, sql: str, table: str) -> Any:
        try:
            resolved = self._env.sql_query(f"SELECT {sql} AS x FROM {table}")._j_table.getResolvedSchema()
            return resolved.getColumnDataTypes().get(0).getLogicalType().asSerializableString()
        except Exception as error:
            return Refused(sentence_of(error))

    def _evaluate(self, table: str, questions: list[Question], rows: int) -> None:
        """All in one job; if it fails, each half; if one fails alone, row by row."""
        try:
            answers = self._run(table, [question.sql for question in questions])
        except Exception as error:
            if len(questions) > 1:
                middle = len(questions) // 2
                self._evaluate(table, questions[:middle], rows)
                self._evaluate(table, questions[middle:], rows)
                return
            answers = [[value] for value in self._row_by_row(table, questions[0].sql, rows, error)]
        for place, question in enumerate(questions):
            values = ", ".join(dumped(row[place]) for row in answers)
            question.answer.append(f"= [{values}]")

    def _row_by_row(self, table: str, sql: str, rows: int, error: Exception) -> list[Any]:
        if rows == 1:
            return [{"error": sentence_of(error)}]
        values = []
        for number in range(rows):
            try:
                values.append(self._run(table, [sql], f" WHERE number_of_row = {number}")[0][0])
            except Exception as failure:
                values.append({"error": sentence_of(failure)})
        return values

    def _run(self, table: str, expressions: list[str], condition: str = "") -> list[list[Any]]:
        listed = ", ".join(expressions)
        result = self._env._j_tenv.executeSql(f"SELECT number_of_row, {listed} FROM {table}{condition}").collect()
        answers = {}
        while result.hasNext():
            row = result.next()
            answers[row.getField(0)] = [self._value(row.getField(i)) for i in range(1, len(expressions) + 1)]
        result.close()
        return [answers[number] for number in sorted(answers)]

    def _value(self, value: Any) -> Any:
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, (bytes, bytearray)):
            return value.hex()
        kind = value.getClass().getName() if hasattr(value, "getClass") else type(value).__name__
        if kind == "java.time.Period":
            return value.toTotalMonths()
        if kind == "java.time.Duration":
            return value.toMillis()
        if kind == "org.apache.flink.types.Row":
            return [self._value(value.getField(i)) for i in range(value.getArity())]
        if kind.startswith("[") or kind == "JavaArray":
            return [self._value(part) for part in value]
        if kind == "JavaMap" or "Map" in kind:
            pairs = [[self._value(key), self._value(value[key])] for key in value]
            return sorted(pairs, key=lambda pair: json.dumps(pair[0]))
        if kind == "Decimal":
            return format(value, "f")
        return value.toString() if hasattr(value, "toString") else str(value)


@dataclass(frozen=True)
class Refused:
    """Flink does not take the expression."""

    sentence: str


def started_cluster() -> tuple[Any, int]:
    """One mini-cluster for all jobs, and the port of its REST server: one for each job costs seconds."""
    jvm = get_gateway().jvm
    configuration = jvm.org.apache.flink.configuration.Configuration()
    configuration.setString("rest.bind-port", "0")
    configuration.setString("restart-strategy.type", "none")
    settings = jvm.org.apache.flink.runtime.minicluster.MiniClusterConfiguration.Builder()
    settings = settings.setConfiguration(configuration).setNumTaskManagers(1).setNumSlotsPerTaskManager(2).build()
    cluster = jvm.org.apache.flink.runtime.minicluster.MiniCluster(settings)
    cluster.start()
    return cluster, cluster.getRestAddress().get().getPort()


def dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def for_json(value: Any, kind: str) -> Any:
    """The value as Flink's JSON format reads it: bytes are base64 there."""
    if isinstance(value, str) and re.match(r"(VAR)?BINARY|BYTES", kind):
        return base64.b64encode(bytes.fromhex(value)).decode()
    return value


def sentence_of(error: Exception) -> str:
    """The innermost cause: its class and message; of a validation, without the place in the text."""
    java = getattr(error, "java_exception", None)
    if java is None:
        return str(error)
    messages, name = [], ""
    while java is not None:
        name, message = java.getClass().getName(), str(java.getMessage() or "")
        messages.append(message)
        java = java.getCause()
    if "calcite" in name:
        return messages[-1]
    if name.endswith("ValidationException"):
        return "\n".join(message for message in messages if not message.startswith("SQL validation failed"))
    return f"{name}: {messages[-1].splitlines()[0] if messages[-1] else ''}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--all", action="store_true", help="ask again what has an answer, and show what changed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        flink: Optional[Flink] = None
        for path in options.files:
            with open(path) as file:
                before = file.read()
            sections = parse(before)
            for section in sections:
                asked = [question for question in section.questions if options.all or not question.answer]
                if asked:
                    flink = flink or Flink(folder)
                    flink.answer(section, asked)
                    with open(path, "w") as file:
                        file.write(rendered(sections))
            after = rendered(sections)
            changed = sum(a != b for a, b in zip(before.split("\n"), after.split("\n"), strict=False))
            print(f"{path}: {sum(len(section.questions) for section in sections)} expressions, {changed} lines differ")
        if flink is not None:
            flink.close()


if __name__ == "__main__":
    sys.exit(main())
