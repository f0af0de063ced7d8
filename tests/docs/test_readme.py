"""The documents are true: their programs run and print what they say, links lead to files, make targets exist.

The README's programs run by the commands that the README names. All others run in this process: in the simulation,
whose order of lines is not Spark's, and in `make test-all` on one Spark that they share. A block that says `simulated`
runs only in the simulation, one that says `spark` only on Spark, and one that also says `slow` only in `make test-all`.
A block of SQL runs as `pyrite run script.sql` does.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import pytest

from pyrite.cli.program.program import run_script
from pyrite.cli.sql.sql_session import SqlScript, run_sql_scripts
from pyrite.graph.executor import ExecutionContext
from pyrite.testing.collection_executor import CollectionExecutor
from tests.api.score import API, TABLE, score

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
WITH_PROGRAMS = tuple(sorted([*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "guide").rglob("*.md")]))
WITH_LINKS = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "reference"),
)
WITH_TARGETS = (README, CONTRIBUTING)
INDEXES = tuple(ROOT / "docs" / name / "README.md" for name in ("guide", "decisions"))
TIMEOUT_S = 120

_FENCED = re.compile(r"^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
_MARKS = re.compile(r"[ ~^]*[~^][ ~^]*")
_MAKE = re.compile(r"(?:^ *|`)make (?P<target>[a-z][a-z-]*)", re.MULTILINE)
_TARGET = re.compile(r"^(?P<target>[a-z][a-z-]*):", re.MULTILINE)
_COMMAND = re.compile(r"^    (?P<command>(?:python|pyrite) .+)$", re.MULTILINE)
_EXTRAS = re.compile(r"'\.\[(?P<extras>[a-z0-9,]+)\]'")


@dataclass(frozen=True)
class Program:
    """A python or sql block. `output` is the text block that follows it, if the next block is one."""

    where: str
    language: str
    code: str
    unordered: bool
    simulated: bool
    on_spark: bool
    slow: bool
    output: Optional[str]
    file: Optional[str]
    """The example that the block shows, which a test of its own runs."""


def programs_in(document: Path) -> list[Program]:
    text = document.read_text()
    blocks = list(_FENCED.finditer(text))
    actual = []
    for number, block in enumerate(blocks):
        language, *words = block["info"].split() or [""]
        if language in ("python", "sql"):
            following = blocks[number + 1] if number + 1 < len(blocks) else None
            output = following["body"] if following is not None and following["info"] == "text" else None
            line = text.count("\n", 0, block.start()) + 1
            file = next((word for word in words if word.endswith((".py", ".sql"))), None)
            name = f"{document.relative_to(ROOT)}:{line}"
            unordered, simulated, on_spark, slow = (
                word in words for word in ("unordered", "simulated", "spark", "slow")
            )
            actual.append(Program(name, language, block["body"], unordered, simulated, on_spark, slow, output, file))
    return actual


def relative_links_in(document: Path) -> list[str]:
    text = _FENCED.sub("", document.read_text())
    return [link for link in _LINK.findall(text) if not re.match(r"[a-z]+:|#", link)]


def shown(output: str, unordered: bool) -> list[str]:
    """The lines to compare. Those that mark a place in a traceback differ between versions of Python."""
    lines = [line for line in output.splitlines() if not _MARKS.fullmatch(line)]
    return sorted(lines) if unordered else lines


PROGRAMS = [program for document in WITH_PROGRAMS for program in programs_in(document) if program.file is None]
README_PROGRAMS = [program for program in programs_in(README) if program.file is None]
README_COMMANDS = _COMMAND.findall(_FENCED.sub("", README.read_text()))
EXAMPLES = [item for document in (README, *WITH_PROGRAMS) for item in programs_in(document) if item.file is not None]
MENTIONED = sorted({target for document in WITH_TARGETS for target in _MAKE.findall(document.read_text())})


def test_readme_shows_two_programs_with_their_output_and_how_to_run_them() -> None:
    assert [program.language for program in README_PROGRAMS] == ["python", "sql"]
    assert all(program.output for program in README_PROGRAMS)
    assert README_COMMANDS == ["python sales.py", "pyrite run sales.py", "pyrite info sales.py", "pyrite run sales.sql"]


@pytest.mark.parametrize("program", EXAMPLES, ids=lambda program: program.where)
def test_example_that_a_document_shows_is_the_one_that_is_tested(program: Program) -> None:
    assert program.file is not None and (ROOT / program.file).read_text() == program.code


@pytest.mark.parametrize("command", README_COMMANDS)
def test_command_of_the_readme_does_what_the_readme_says(command: str, tmp_path: Path) -> None:
    script = tmp_path / command.split()[-1]
    language = "sql" if script.suffix == ".sql" else "python"
    (program,) = (program for program in README_PROGRAMS if program.language == language)
    script.write_text(program.code)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        command.split(),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        env={**os.environ, "PATH": path},
    )
    assert done.returncode == 0, done.stderr
    if "info" in command:
        assert "stream graph" in done.stdout.lower()
    else:
        assert shown(done.stdout, program.unordered) == shown(program.output or "", program.unordered)


def test_extras_of_the_readme_exist() -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    named = {extra for extras in _EXTRAS.findall(README.read_text()) for extra in extras.split(",")}
    assert named and named <= known.keys()


def test_status_line_of_the_readme_has_the_score_of_the_api() -> None:
    text = " ".join(README.read_text().split())
    for layers, name in ((API, "DataStream API"), (TABLE, "Table API")):
        result = score(layers)
        assert f"{result.percent:.1f} % of the {result.total} of the {name}" in text


class Runs:
    """Runs the programs of documents, each in a folder of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder = folder
        self._capsys = capsys

    def printed(self, program: Program, context: ExecutionContext) -> str:
        if program.language == "sql":
            run_sql_scripts([SqlScript(program.code)], context)
        else:
            script = self._folder / "program.py"
            script.write_text(program.code)
            run_script(str(script), [], context)
        return self._capsys.readouterr().out.replace(f"{self._folder}/", "")


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runs:
    monkeypatch.chdir(tmp_path)
    return Runs(tmp_path, capsys)


@pytest.mark.parametrize("program", [each for each in PROGRAMS if not each.on_spark], ids=lambda program: program.where)
def test_program_of_a_document_prints_what_the_document_says(program: Program, runs: Runs) -> None:
    printed = runs.printed(program, ExecutionContext(executor=CollectionExecutor()))
    unordered = program.unordered or not program.simulated
    assert program.output is None or shown(printed, unordered) == shown(program.output, unordered)


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(each, marks=() if each.on_spark and not each.slow else pytest.mark.slow, id=each.where)
        for each in PROGRAMS
        if not each.simulated
    ],
)
def test_program_of_a_document_prints_what_the_document_says_on_spark(program: Program, runs: Runs) -> None:
    printed = runs.printed(program, ExecutionContext())
    assert program.output is None or shown(printed, program.unordered) == shown(program.output, program.unordered)


@pytest.mark.parametrize("document", WITH_LINKS, ids=lambda document: str(document.relative_to(ROOT)))
def test_relative_links_lead_to_files(document: Path) -> None:
    links = relative_links_in(document)
    assert [link for link in links if not (document.parent / link.partition("#")[0]).exists()] == []


def anchors_of(page: Path) -> set[str]:
    """The anchors of the headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", _FENCED.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", WITH_LINKS, ids=lambda document: str(document.relative_to(ROOT)))
def test_links_with_an_anchor_lead_to_headings(document: Path) -> None:
    targets = [link.partition("#") for link in _LINK.findall(_FENCED.sub("", document.read_text())) if "#" in link]
    pages = [(document.parent / path if path else document, anchor) for path, _, anchor in targets if ":" not in path]
    assert [anchor for page, anchor in pages if page.suffix == ".md" and anchor not in anchors_of(page)] == []


@pytest.mark.parametrize("target", MENTIONED)
def test_make_target_that_is_mentioned_exists(target: str) -> None:
    assert target in _TARGET.findall((ROOT / "Makefile").read_text())


def pages_that_no_line_links(index: Path) -> list[str]:
    text = index.read_text()
    pages = sorted(str(path.relative_to(index.parent)) for path in index.parent.rglob("*.md") if path != index)
    return [page for page in pages if f"({page})" not in text]


@pytest.mark.parametrize("index", INDEXES, ids=lambda index: index.parent.name)
def test_index_links_every_page(index: Path) -> None:
    assert pages_that_no_line_links(index) == []
