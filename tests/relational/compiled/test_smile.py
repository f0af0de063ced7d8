"""SMILE: what is written is read again; what Flink's Jackson wrote is read as its JSON."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.relational.compiled.smile import SmileError, of_smile_bytes, smile_bytes

HERE = Path(__file__).parent
NAMES = st.text(max_size=80)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=80) | st.just("é" * 70),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_values_are_read_as_they_were_written(value: Any) -> None:
    actual = of_smile_bytes(smile_bytes(value))
    assert actual == value
    assert repr(actual) == repr(value)  # 1 is not 1.0, and 0.0 not -0.0


def test_nan_is_read() -> None:
    assert math.isnan(of_smile_bytes(smile_bytes(math.nan)))


@pytest.mark.parametrize("count", [64, 65, 300, 1024, 1025, 3000])
def test_names_are_shared_however_many_there_are(count: int) -> None:
    names = [f"name {number}" for number in range(count)]
    value = [dict.fromkeys(names, 1), dict.fromkeys(names, 2), dict.fromkeys(names[:100], 3)]
    data = smile_bytes(value)
    assert of_smile_bytes(data) == value
    assert data.count(b"name 0") == 1 or count > 1000


def test_small_values_are_as_the_format_says() -> None:
    assert smile_bytes({"a": [1, -1, 100, "x", ""]}) == b":)\n\x01\xfa\x80a\xf8\xc2\xc1\x24\x03\x88\x40x\x20\xf9\xfb"


@pytest.mark.parametrize(
    "data", [b"", b":)\n", b"{}", b":)\n\x01", b":)\n\x01\xfa\x80", b":)\n\x01\xc1\xc1", b":)\n\x01\xfd"]
)
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(SmileError):
        of_smile_bytes(data)


def test_what_jackson_wrote_is_read() -> None:
    """A plan that Flink 2.3 compiled: benchmarks/peers/record_compiled_plan.py."""
    expected = json.loads((HERE / "flink_plan.json").read_text())
    assert of_smile_bytes((HERE / "flink_plan.smile").read_bytes()) == expected
