"""The word count of files: what it writes is what the files hold."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from pyrite.cli.program.program import run_script
from pyrite.graph.executor import ExecutionContext

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "batch" / "file_word_count.py"


def test_file_word_count_writes_every_word_with_its_count(tmp_path: Path) -> None:
    texts = ["a rose is a rose", "is a rose", "it is"]
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "one.txt").write_text("\n".join(texts[:2]))
    (tmp_path / "in" / "deep" / "two.txt").write_text(texts[2])
    arguments = ("--input", str(tmp_path / "in"), "--output", str(tmp_path / "out"))
    run_script(str(EXAMPLE), arguments, ExecutionContext({"parallelism.default": "2"}))
    lines = [line for path in (tmp_path / "out").glob("counts-*.txt") for line in path.read_text().splitlines()]
    expected = Counter(word for text in texts for word in text.split())
    assert sorted(lines) == sorted(f"{word} {count}" for word, count in expected.items())
    assert not list((tmp_path / "out").rglob(".*"))
