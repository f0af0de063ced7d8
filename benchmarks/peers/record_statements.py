"""Record what Flink 2.3 answers to the statements of a session.

    .peers/pyflink/bin/python benchmarks/peers/record_statements.py [NAME...]

reads the files of tests/relational/session/flink, or those of these names, and writes Flink's answer below each
statement. A file is a session: its statements run one after another. Those whose names begin with `batch` run in batch
mode.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

from pyflink.table import DataTypes, EnvironmentSettings, TableEnvironment
from pyflink.table.udf import udf
from record_mistakes import sentence

FOLDER = Path(__file__).parent.parent.parent / "tests" / "relational" / "session" / "flink"


def statements(path: Path) -> list[tuple[str, str]]:
    """The names and statements of a file."""
    parts = re.split(r"^-- (.+)\n", path.read_text(), flags=re.MULTILINE)[1:]
    return [(name, body.partition("==>\n")[0].strip()) for name, body in zip(parts[::2], parts[1::2], strict=True)]


def answer(table_env: TableEnvironment, statement: str) -> str:
    """What Flink says: OK, rows below the names of their columns, `job` if one ran, or its sentence for an error."""
    if option := re.fullmatch(r"SET '(.+)' = '(.*)'", statement):
        table_env.get_config().set(*option.groups())
        return "OK"
    try:
        result = table_env.execute_sql(statement)
        if result.get_job_client() is not None:
            result.wait()
            return "job"
        names = list(result.get_table_schema().get_field_names())
        rows = [list(row) for row in result.collect()]
    except Exception as error:
        causes = re.findall(r"^Caused by: [\w.$]+: (.*?)(?=\n\tat |\Z)", str(error), flags=re.MULTILINE | re.DOTALL)
        words = causes[-1] if causes else sentence(error)
        words = re.sub(r"\n\t\.\.\. \d+ more$", "", words.strip())
        return f"error: {words}"
    if names == ["result"] and rows == [["OK"]]:
        return "OK"
    return "\n".join([" | ".join(names), *(" | ".join(map(str, row)) for row in rows)])


def register_functions() -> None:
    """Modules of the names that the statements give for functions of ours, with functions of PyFlink."""
    name = ""
    for part in ["tests", "relational", "session", "functions"]:
        name = f"{name}.{part}" if name else part
        sys.modules[name] = ModuleType(name)
    for function in ("double", "triple"):
        setattr(sys.modules[name], function, udf(lambda value: value, result_type=DataTypes.BIGINT()))


def main() -> None:
    """Write the files."""
    register_functions()
    for path in sorted(FOLDER.glob("*.txt")):
        if sys.argv[1:] and path.stem not in sys.argv[1:]:
            continue
        is_batch = path.stem.startswith("batch")
        settings = EnvironmentSettings.in_batch_mode() if is_batch else EnvironmentSettings.in_streaming_mode()
        table_env = TableEnvironment.create(settings)
        table_env.get_config().set("parallelism.default", "1")
        table_env.get_config().set("table.local-time-zone", "UTC")
        texts = [f"-- {name}\n{text}\n==>\n{answer(table_env, text)}\n" for name, text in statements(path)]
        path.write_text("\n".join(line.rstrip() for line in "\n".join(texts).split("\n")))
        print(path.stem, len(texts), flush=True)


if __name__ == "__main__":
    main()
