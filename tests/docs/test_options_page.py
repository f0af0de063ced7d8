"""The page of options is what is declared."""

from __future__ import annotations

import runpy
from pathlib import Path

from pyrite.core.config.options import ALL_OPTIONS

MAKER = runpy.run_path(str(Path(__file__).resolve().parents[2] / "docs" / "make_options.py"))


def test_page_of_options_is_up_to_date() -> None:
    actual = MAKER["PAGE"].read_text(encoding="utf-8")
    assert MAKER["page"]() == actual, "run: .venv/bin/python docs/make_options.py"


def test_every_option_says_what_it_means() -> None:
    assert [option.key for option in ALL_OPTIONS if not option.description] == []
