"""Regular expressions match what java.util.regex was recorded to match."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.expressions.java.regular_expressions import java_matches, java_pattern, java_pattern_or_none
from pyrite.expressions.java.utf16 import has_pairs

RECORDED: dict[str, Any] = json.loads((Path(__file__).parent / "java_patterns.json").read_text())
REFUSED = ("(?x)a b",)
"""What Java takes and we refuse."""


@pytest.mark.parametrize("pattern", [pattern for pattern in RECORDED["matches"] if pattern not in REFUSED])
def test_pattern_matches_as_javas(pattern: str) -> None:
    expected = RECORDED["matches"][pattern]
    compiled = java_pattern_or_none(pattern)

    assert (compiled is None) == (expected is None)
    if compiled is not None:
        for text, answer in zip(RECORDED["texts"], expected, strict=True):
            if not has_pairs(text):  # Java may match between the two units of a character, Python cannot
                groups = range(compiled.groups + 1)
                assert [[match[index] for index in groups] for match in java_matches(compiled, text)] == answer


@pytest.mark.parametrize("pattern", [*REFUSED, "(?<=a+)b", r"\Ga", r"\X", r"\p{IsGreek}"])
def test_pattern_without_counterpart_is_refused_by_name(pattern: str) -> None:
    with pytest.raises(InvalidProgramError, match="which Python's `re` does not"):
        java_pattern(pattern)
