"""Record what Flink answers to aggregates, for tests/expressions/aggregates/answers.

Run inside an environment that holds apache-flink:

    python record_aggregates.py FILE... [--all]

A FILE is as those of record_functions.py: sections of columns and rows, then questions, here aggregates. The answers
are those after each row, over all rows so far, as a query without GROUP BY announces them; a row that changes nothing
announces nothing, so there may be fewer than rows:

    columns: a INT
    row: [1]
    row: [2]
    SUM(a)
    : INT
    = [1, 3]

After a line `# changes` a row begins with its kind, `["+I", 1]`, and the source is a changelog: the answers are lists
of the kind and the value, such as ["+U", 3].
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from typing import Any

from record_functions import Flink, Question, Refused, Section, dumped, parse, rendered, sentence_of

CHANGES = "# changes"
"""A section whose first line says so has rows with kinds."""


class Aggregates(Flink):
    """The same, with a query for each aggregate."""

    def answer(self, section: Section, questions: list[Question]) -> None:
        table = self._changelog(section) if is_changelog(section) else self._table(section)
        for question in questions:
            kind = self._type(question.sql, table)
            if isinstance(kind, Refused):
                question.answer = [f"! {json.dumps(kind.sentence, ensure_ascii=False)}"]
                continue
            question.answer = [f": {kind}", f"= [{', '.join(map(dumped, self._changes(question.sql, table)))}]"]

    def _changelog(self, section: Section) -> str:
        """The rows as a file in Debezium's form, which Flink reads as a changelog."""
        self._count += 1
        name, path = f"c{self._count}", f"{self._folder}/c{self._count}.json"
        names = [column for column, _ in section.columns]
        with open(path, "w") as file:
            before: dict[str, Any] | None = None
            for kind, *values in section.rows:
                row = {n: v for n, v in zip(names, values, strict=True) if v is not None}
                if kind == "-U":
                    before = row
                    continue
                op = {"+I": "c", "+U": "u", "-D": "d"}[kind]
                old = before if kind == "+U" else row if kind == "-D" else None
                print(json.dumps({"before": old, "after": None if kind == "-D" else row, "op": op}), file=file)
        columns = ", ".join(f"`{column}` {kind}" for column, kind in section.columns)
        self._env.execute_sql(
            f"CREATE TABLE {name} ({columns}) WITH ('connector' = 'filesystem', 'path' = 'file://{path}', "
            "'format' = 'debezium-json', 'debezium-json.schema-include' = 'false')"
        )
        return name

    def _changes(self, sql: str, table: str) -> list[Any]:
        try:
            result = self._env._j_tenv.executeSql(f"SELECT {sql} AS x FROM {table}").collect()
            answers = []
            while result.hasNext():
                row = result.next()
                kind = row.getKind().shortString()
                if table.startswith("c"):
                    answers.append([kind, self._value(row.getField(0))])
                elif kind in ("+I", "+U"):
                    answers.append(self._value(row.getField(0)))
            result.close()
            return answers
        except Exception as error:
            return [{"error": sentence_of(error)}]


def is_changelog(section: Section) -> bool:
    return any(isinstance(part, str) and part.startswith(CHANGES) for part in section.body)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--all", action="store_true", help="ask again what has an answer")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        flink = Aggregates(folder)
        for path in options.files:
            with open(path) as file:
                sections = parse(file.read())
            for section in sections:
                asked = [question for question in section.questions if options.all or not question.answer]
                if asked:
                    flink.answer(section, asked)
                    with open(path, "w") as file:
                        file.write(rendered(sections))
            print(f"{path}: {sum(len(section.questions) for section in sections)} aggregates")
        flink.close()


if __name__ == "__main__":
    sys.exit(main())
