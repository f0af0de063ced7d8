"""Records which statements Flink 2.3's parser takes, and how it reads expressions, for `tests/relational/sql/corpus/`.

    .peers/pyflink/bin/python benchmarks/peers/record_parser_corpus.py FLINK_REPOSITORY [NEXMARK_REPOSITORY]

FLINK_REPOSITORY is a git directory of apache/flink with the tag `release-2.3.0`. Statements come from Flink's
documentation, the tests of its parser and planner, the scripts of its client and gateway, TPC-H and TPC-DS, and
Nexmark's queries if there is a repository of those; `mutations.sql` has them with one token changed. `handwritten.sql`
and `expressions.txt` are read, and written again with Flink's answers. `readings.txt` has statements as Flink writes
them, with all parentheses: what it has read.

A file has an entry for each statement: a line `--- accepted`, or `--- refused` with Flink's message, then the text.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Optional
from xml.sax.saxutils import unescape

sys.path.insert(0, str(Path(__file__).parent))

from flink_parser import FlinkParser
from script_statements import statements_of_script

CORPUS: Final = Path(__file__).parents[2] / "tests" / "relational" / "sql" / "corpus"
TAG: Final = "release-2.3.0"
MUTATIONS: Final = 4000
_PARSER_TESTS: Final = "flink-table/flink-sql-parser/src/test/java/org/apache/flink/sql/parser"
_SOURCES: Final = {
    "documentation": ("docs/content/docs", ".md"),
    "parser_tests": (_PARSER_TESTS, "Test.java"),
    "planner_tests": ("flink-table/flink-table-planner/src/test/resources", ".xml"),
    "client": ("flink-table/flink-sql-client/src/test/resources", (".q", ".sql")),
    "gateway": ("flink-table/flink-sql-gateway/src/test/resources", (".q", ".sql")),
    "delivery_guarantee": ("flink-end-to-end-tests/flink-end-to-end-tests-sql/src/test/resources", ".sql"),
    "tpch": ("flink-end-to-end-tests/test-scripts/test-data/tpch", ".sql"),
    "tpcds": ("flink-end-to-end-tests/flink-tpcds-test/tpcds-tool/query", ".sql"),
}


def files(repository: str, tag: str, folder: str, endings: str | tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The names and texts of the files of a folder in a git repository."""
    git = ["git", "--git-dir", repository]
    listed = subprocess.check_output([*git, "ls-tree", "-r", tag, "--name-only", folder or "."], text=True)
    for name in listed.splitlines():
        if name.endswith(endings):
            yield name, subprocess.check_output([*git, "show", f"{tag}:{name}"], text=True)


def statements_of_page(text: str) -> Iterator[str]:
    """The statements of the SQL blocks of a page of documentation, without what a client prints below them."""
    blocks = re.findall(r"```sql\s*\n(.*?)```", text, re.S)
    blocks += re.findall(r"{{< highlight sql >}}(.*?){{< /highlight >}}", text, re.S)
    for block in blocks:
        for statement in statements_of_script(re.sub(r"^(Flink SQL>|>)\s?", "", block, flags=re.M)):
            if re.match(r"[A-Za-z(]", statement):
                yield re.split(r"\n\s*\+[-=+]{5,}", statement)[0].strip()


_JAVA_TEXT: Final = r'((?:"(?:[^"\\]|\\.)*"\s*\+?\s*)+)'


def statements_of_test(text: str) -> Iterator[str]:
    """The statements of a Java test: the texts of `sql(...)`, written there or in a variable of the same method."""
    for method in re.split(r"\n    @(?:Test|Parameterized)|\n    (?:private |static )*void ", text):
        names = {match[1]: _joined(match[2]) for match in re.finditer(rf"String (\w+)\s*=\s*{_JAVA_TEXT};", method)}
        for match in re.finditer(rf"\bsql\(\s*{_JAVA_TEXT}\)", method):
            yield _joined(match[1])
        for match in re.finditer(r"\bsql\((\w+)\)", method):
            if match[1] in names:
                yield names[match[1]]


def _joined(parts: str) -> str:
    pieces = re.findall(r'"((?:[^"\\]|\\.)*)"', parts)
    return "".join(piece.encode("latin-1", "backslashreplace").decode("unicode_escape") for piece in pieces)


def statements_of_transcript(text: str) -> Iterator[str]:
    """The statements of a client's transcript: each is followed by its output, up to a line such as `!ok`."""
    for block in re.split(r"^!\w+.*\n", text, flags=re.M):
        first = statements_of_script(re.sub(r"^#.*\n", "", block, flags=re.M))[:1]
        yield from (statement for statement in first if re.match(r"[A-Za-z(]", statement))


_PLANNED: Final = r'<Resource name="sql">\s*(?:<!\[CDATA\[)?(.*?)(?:\]\]>)?\s*</Resource>'


def statements_of_file(name: str, text: str) -> Iterator[str]:
    if name.endswith(".md"):
        yield from statements_of_page(text)
    elif name.endswith(".java"):
        yield from (statement.replace("^", "") for statement in statements_of_test(text))
    elif name.endswith(".q"):
        yield from statements_of_transcript(text)
    elif name.endswith(".xml"):
        yield from (unescape(sql).strip() for sql in re.findall(_PLANNED, text))
    else:
        yield from statements_of_script(text)


def record(source: str, statements: Iterator[str], parser: FlinkParser, seen: set[str]) -> tuple[int, int]:
    """Writes one file. Gives how many of its statements were accepted, and how many there are."""
    entries, accepted = [], 0
    for statement in statements:
        plain = re.sub(r"\s+", " ", statement).strip()
        if not plain or plain in seen or "\n--- " in statement:
            continue
        seen.add(plain)
        refusal = parser.refusal(statement)
        accepted += refusal is None
        entries.append(f"--- {'accepted' if refusal is None else f'refused: {refusal}'}\n{statement.strip()}\n")
    (CORPUS / f"{source}.sql").write_text("".join(entries))
    return accepted, len(entries)


def mutations(statements: Iterator[str], count: int) -> Iterator[str]:
    """Statements with one token left out, repeated, or exchanged with the next one or with one of another statement."""
    chance = random.Random(21)
    pieces = [re.findall(r"'(?:[^']|'')*'|`[^`]*`|[\w$.]+|\s+|[<>]=|<>|\|\||=>|.", one) for one in statements]
    pieces = [one for one in pieces if 5 < len(one) < 300]
    for _ in range(count):
        tokens = list(chance.choice(pieces))
        index = chance.choice([index for index, token in enumerate(tokens) if not token.isspace()])
        kind = chance.randrange(4)
        if kind == 0:
            del tokens[index]
        elif kind == 1:
            tokens[index] += f" {tokens[index]}"
        elif kind == 2:
            other = min(len(tokens) - 1, index + 2)
            tokens[index], tokens[other] = tokens[other], tokens[index]
        else:
            tokens[index] = chance.choice(chance.choice(pieces))
        yield "".join(tokens)


def recorded(source: str, every: bool = False) -> Iterator[str]:
    """The statements of a recorded file that Flink accepts, or all of them."""
    parts = re.split(r"^--- (accepted|refused.*)\n", (CORPUS / f"{source}.sql").read_text(), flags=re.M)
    for verdict, statement in zip(parts[1::2], parts[2::2], strict=True):
        if every or verdict == "accepted":
            yield statement.strip()


_UNFAITHFUL: Final = re.compile(
    r"SHOW|REPLACE|MATCH_RECOGNIZE|EXPLAIN|TUMBLE|HOP|SESSION|TABLESAMPLE|MODEL|LATERAL|UNNEST|EXISTS|MAP<|^SET|^RESET"
    r"|PARTITION\s+BY\s+\w+\s+ORDER",
    re.I | re.M,
)
"""Statements that Flink does not write as it has read them: it renames group windows, drops clauses, changes case."""


def record_readings(parser: FlinkParser) -> int:
    """Writes how Flink reads some of the statements, as blocks: the statement, then Flink's text of it."""
    chosen = [text for source in ("planner_tests", "documentation", "parser_tests") for text in recorded(source)]
    chosen = [text for text in chosen[::3] if _UNFAITHFUL.search(text) is None]
    chosen += list(recorded("tpcds"))[::10]
    blocks = [f"{text}\n----\n{parser.statement(text)}" for text in chosen]
    (CORPUS / "readings.txt").write_text("\n====\n".join(blocks) + "\n")
    return len(blocks)


def record_expressions(parser: FlinkParser) -> int:
    """Asks Flink again for each expression of `expressions.txt`: `text => as Flink writes it`, or `=> refused`."""
    path = CORPUS / "expressions.txt"
    texts = [line.partition(" => ")[0].strip() for line in path.read_text().splitlines() if line.strip()]
    path.write_text("".join(f"{text} => {_on_one_line(parser.expression(text))}\n" for text in texts))
    return len(texts)


def _on_one_line(text: Optional[str]) -> str:
    return "refused" if text is None else re.sub(r"\s+", " ", text)


def main(flink: str, nexmark: Optional[str] = None) -> None:
    CORPUS.mkdir(parents=True, exist_ok=True)
    parser, seen = FlinkParser(), set[str]()
    try:
        sources = [(source, flink, TAG, *place) for source, place in _SOURCES.items()]
        if nexmark is not None:
            sources.append(("nexmark", nexmark, "HEAD", "", ".sql"))
        for source, repository, tag, folder, endings in sources:
            named = files(repository, tag, folder, endings)
            statements = (statement for name, text in named for statement in statements_of_file(name, text))
            accepted, count = record(source, statements, parser, seen)
            print(f"{source}: Flink accepts {accepted} of {count}")
        accepted, count = record("handwritten", iter([*recorded("handwritten", every=True)]), parser, set())
        print(f"handwritten: Flink accepts {accepted} of {count}")
        sources_of_mutations = ("documentation", "parser_tests", "planner_tests", "client")
        originals = [statement for source in sources_of_mutations for statement in recorded(source)]
        accepted, count = record("mutations", mutations(iter(originals), MUTATIONS), parser, seen)
        print(f"mutations: Flink accepts {accepted} of {count}")
        print(f"readings: {record_readings(parser)}")
        print(f"expressions: {record_expressions(parser)}")
    finally:
        parser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
