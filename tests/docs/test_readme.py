"""The documents are true: their programs run and print what they say, links lead to files, make targets exist."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
WITH_PROGRAMS = (README, *sorted((ROOT / "docs").glob("*.md")))
WITH_LINKS = (README, CONTRIBUTING, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md")))
WITH_TARGETS = (README, CONTRIBUTING)
TIMEOUT_S = 120

_FENCED = re.compile(r"^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
_MAKE = re.compile(r"(?:^ *|`)make (?P<target>[a-z][a-z-]*)", re.MULTILINE)
_TARGET = re.compile(r"^(?P<target>[a-z][a-z-]*):", re.MULTILINE)


@dataclass(frozen=True)
class Program:
    """A python block. `output` is the text block that follows it, if the next block is one."""

    where: str
    code: str
    unordered: bool
    output: Optional[str]


def programs_in(document: Path) -> list[Program]:
    text = document.read_text()
    blocks = list(_FENCED.finditer(text))
    found = []
    for number, block in enumerate(blocks):
        language, *words = block["info"].split() or [""]
        if language == "python":
            following = blocks[number + 1] if number + 1 < len(blocks) else None
            output = following["body"] if following is not None and following["info"] == "text" else None
            line = text.count("\n", 0, block.start()) + 1
            found.append(Program(f"{document.name}:{line}", block["body"], "unordered" in words, output))
    return found


def relative_links_in(document: Path) -> list[str]:
    text = _FENCED.sub("", document.read_text())
    return [link for link in _LINK.findall(text) if not re.match(r"[a-z]+:|#", link)]


PROGRAMS = [program for document in WITH_PROGRAMS for program in programs_in(document)]
LINKS = [(document, link) for document in WITH_LINKS for link in relative_links_in(document)]
MENTIONED = sorted({target for document in WITH_TARGETS for target in _MAKE.findall(document.read_text())})


def test_readme_shows_a_program_with_its_output() -> None:
    assert any(program.output for program in programs_in(README))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.where)
def test_program_of_a_document_prints_what_the_document_says(program: Program, tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(program.code)
    done = subprocess.run(
        [sys.executable, script.name], cwd=tmp_path, capture_output=True, text=True, timeout=TIMEOUT_S
    )
    assert done.returncode == 0, done.stderr
    if program.output is not None:
        order = sorted if program.unordered else list
        assert order(done.stdout.splitlines()) == order(program.output.splitlines())


@pytest.mark.parametrize(("document", "link"), LINKS, ids=[f"{document.name}:{link}" for document, link in LINKS])
def test_relative_link_leads_to_a_file(document: Path, link: str) -> None:
    assert (document.parent / link.partition("#")[0]).exists()


@pytest.mark.parametrize("target", MENTIONED)
def test_make_target_that_is_mentioned_exists(target: str) -> None:
    assert target in _TARGET.findall((ROOT / "Makefile").read_text())
