"""The recorded corpus: what Flink 2.3's parser takes. `benchmarks/peers/record_parser_corpus.py` writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"
SOURCES = tuple(sorted(path.stem for path in CORPUS.glob("*.sql") if path.stem != "differences"))


@dataclass(frozen=True)
class Entry:
    """A statement, and what the line before it says."""

    verdict: str
    text: str

    @property
    def is_accepted(self) -> bool:
        return self.verdict == "accepted"


@cache
def entries(source: str) -> tuple[Entry, ...]:
    parts = re.split(r"^--- (.*)\n", (CORPUS / f"{source}.sql").read_text(), flags=re.M)
    return tuple(Entry(verdict, text.strip()) for verdict, text in zip(parts[1::2], parts[2::2], strict=True))


def differences() -> dict[str, str]:
    """Statements on which Flink's parser and ours differ, with the reason: 'refused here: ...' or 'taken here: ...'."""
    return {entry.text: entry.verdict for entry in entries("differences")}


def lines(name: str, separator: str) -> list[tuple[str, str]]:
    """A text file with two parts a line."""
    read = [line.partition(separator) for line in (CORPUS / name).read_text().splitlines() if line]
    return [(first, second) for first, _, second in read]
