"""The automata of the guide are those of their patterns."""

from __future__ import annotations

import runpy
from pathlib import Path
from xml.etree import ElementTree

DOCS = Path(__file__).resolve().parents[2] / "docs"


def pictures() -> dict[str, str]:
    made: dict[str, str] = runpy.run_path(str(DOCS / "make_automaton.py"))["make_pictures"]()
    return made


def test_automata_are_up_to_date() -> None:
    stale = [name for name, text in pictures().items() if (DOCS / "guide" / name).read_text(encoding="utf-8") != text]
    assert stale == [], "run: .venv/bin/python docs/make_automaton.py"


def test_automata_are_whole_documents_that_name_every_step() -> None:
    for picture in pictures().values():
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    shown = ElementTree.fromstring(pictures()["automaton_shopping.svg"])
    words = {element.text for element in shown.iter() if element.tag.endswith("text")}
    assert {"search", "view", "cart", "coupon", "pay", "not followed by leave", "no more view"} <= words
