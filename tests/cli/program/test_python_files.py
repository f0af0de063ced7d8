"""Files of -pyfs: the program itself imports what they have, as its tasks do."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.cli.program.program import run_program
from pyrite.graph.executor import ExecutionContext


def test_script_imports_modules_that_are_named_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "lib").mkdir()
    module = tmp_path / "lib" / "named_beside_the_script.py"
    module.write_text("ANSWER = 42")
    script = tmp_path / "script.py"
    script.write_text("from named_beside_the_script import ANSWER\nprint(ANSWER)")
    run_program(str(script), "", [], ExecutionContext({"python.files": str(module)}))
    assert capsys.readouterr().out == "42\n"
