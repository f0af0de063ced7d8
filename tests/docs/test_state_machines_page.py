"""The page of the state machines has the phases, edges and rows of the code."""

from __future__ import annotations

import runpy
from pathlib import Path

MAKER = runpy.run_path(str(Path(__file__).resolve().parents[2] / "docs" / "make_state_machines.py"))


def test_page_of_state_machines_is_up_to_date() -> None:
    actual = MAKER["PAGE"].read_text(encoding="utf-8")
    assert MAKER["page"]() == actual, "run: .venv/bin/python docs/make_state_machines.py"


def test_every_phase_and_edge_is_drawn() -> None:
    page = MAKER["page"]()
    for machine in MAKER["MACHINES"]:
        assert all(f"| {phase.name} | {phase.value} |" in page for phase in machine.phases)
        assert all(
            f"    {before.name} --> {after.name}: {why}\n" in page for (before, after), why in machine.edges.items()
        )
