"""What is drawn by a seed, and the score of the outcomes."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutants.__main__ import LAYERS, PACKAGE, ROOT, TESTS, Mutant, Score, draw
from mutants.trials import Outcome
from tests.mutants.project import make_project


def drawn(count: int, seed: int, only: str = "") -> list[Mutant]:
    return draw(ROOT / PACKAGE, LAYERS, count, seed, only)


def test_layers_and_their_tests_exist() -> None:
    folders = [*(ROOT / PACKAGE / layer for layer in LAYERS), *(ROOT / "tests" / name for name in TESTS)]
    assert [folder for folder in folders if not folder.exists()] == []


def test_seed_gives_the_same_mutants_again() -> None:
    assert drawn(20, 3)[:10] == drawn(10, 3)
    assert drawn(10, 3) != drawn(10, 4)


def test_mutants_are_of_the_modules_that_are_asked_for() -> None:
    assert {mutant.module.partition("/")[0] for mutant in drawn(20, 1, "storage")} == {"storage"}
    with pytest.raises(ValueError, match="begins with cli"):
        drawn(1, 1, "cli")


def test_mutant_is_shown_with_its_place_and_change(tmp_path: Path) -> None:
    package = make_project(tmp_path) / "src/pyrite"
    texts = {str(mutant) for mutant in draw(package, ("state",), 50, 1)}
    assert "src/pyrite/state/numbers.py:8 note  dropped call: log.append(a)  ->  pass" in texts


def test_score_counts_by_layer_what_is_clear() -> None:
    score = Score()
    outcomes = [Outcome.NOTICED] * 3 + [Outcome.SURVIVED, Outcome.UNCLEAR, Outcome.EQUIVALENT]
    for outcome in outcomes:
        score.add("state", outcome)
    score.add("storage", Outcome.NOTICED)
    assert str(score).splitlines() == [
        "state               3 of    4  75%, 1 unclear, 1 equivalent",
        "storage             1 of    1  100%",
        "all                 4 of    5  80%, 1 unclear, 1 equivalent",
    ]
