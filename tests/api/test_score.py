"""The API score: what it says of Pyrite, and that it would find a name that is missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Optional

import pytest

from tests.api import score as scoring
from tests.api.score import Name, find, is_later, later, names, same_parameters, score

TIME = "pyflink.common.time"


def row(**changes: Any) -> dict[str, Any]:
    """A name that Pyrite has, as the list of PyFlink's API has it."""
    actual = {"module": TIME, "class": "Duration", "member": "of_millis", "kind": "method", "layer": "common"}
    return {
        key: value for key, value in {**actual, "signature": "(millis: int)", **changes}.items() if value is not None
    }


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., scoring.Score]:
    """Scores a list of names that the test writes."""

    def make(*rows: dict[str, Any], later_text: str = "") -> scoring.Score:
        (tmp_path / "pyflink_api.json").write_text(json.dumps(rows))
        (tmp_path / "later.txt").write_text(later_text)
        monkeypatch.setattr(scoring, "HERE", tmp_path)
        return score()

    return make


# Pyrite ---------------------------------------------------------------------------------------------------------------


def test_score_is_at_least_95_percent_of_a_list_that_is_not_empty() -> None:
    result = score()
    assert result.total > 500
    assert result.percent >= 95, [*result.missing, *result.different]


def test_table_score_is_at_least_95_percent_of_a_list_that_is_not_empty() -> None:
    result = score(scoring.TABLE)
    assert result.total > 500
    assert result.percent >= 95, [*result.missing, *result.different]


def test_names_for_later_are_not_here_already() -> None:
    owned = later()
    here = [
        str(name)
        for name in names(scoring.API + scoring.TABLE)
        if is_later(str(name), owned) and find(name) is not None
    ]
    assert here == []


def test_names_for_later_are_names_of_pyflinks() -> None:
    known = [str(name) for name in names(scoring.API + scoring.TABLE + scoring.CONNECTORS)]
    assert [owned for owned in later() if not any(is_later(name, {owned: ""}) for name in known)] == []


# The scoring ----------------------------------------------------------------------------------------------------------


def test_name_that_is_here_counts(fake: Callable[..., scoring.Score]) -> None:
    result = fake(row(), row(member=None, kind="class", signature="()"))
    assert (result.total, result.missing, result.different, result.percent) == (2, [], [], 100.0)


@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ({"member": "of_fortnights"}, f"{TIME}.Duration.of_fortnights"),
        ({"class": "Fortnight", "member": None, "kind": "class"}, f"{TIME}.Fortnight"),
        ({"class": "Fortnight"}, f"{TIME}.Fortnight.of_millis"),
        ({"module": "pyflink.common.calendar"}, "pyflink.common.calendar.Duration.of_millis"),
        ({"class": None, "member": "now", "kind": "function"}, f"{TIME}.now"),
    ],
)
def test_missing_name_is_found(fake: Callable[..., scoring.Score], changes: dict[str, Any], missing: str) -> None:
    result = fake(row(), row(**changes))
    assert (result.missing, result.different, result.percent) == ([missing], [], 50.0)


@pytest.mark.parametrize("signature", ["(milliseconds: int)", "(millis: int, nanos: int = 0)", "(*millis)"])
def test_other_parameters_are_found(fake: Callable[..., scoring.Score], signature: str) -> None:
    result = fake(row(), row(signature=signature))
    assert (result.missing, len(result.different), result.percent) == ([], 1, 50.0)


def test_parameters_may_be_more_than_pyflinks(fake: Callable[..., scoring.Score]) -> None:
    assert fake(row(signature="()")).percent == 100.0


@pytest.mark.parametrize(
    "changes",
    [{"layer": "table"}, {"dead_on_jvm": True}, {"always_raises": True}, {"java_interop": True}],
)
def test_names_that_nobody_can_use_do_not_count(fake: Callable[..., scoring.Score], changes: dict[str, Any]) -> None:
    assert fake(row(), row(member="of_fortnights", **changes)).total == 1


def test_names_for_later_do_not_count(fake: Callable[..., scoring.Score]) -> None:
    owned = f"# a comment\n\n{TIME}.Fortnight  windows\n"
    result = fake(row(), row(**{"class": "Fortnight"}), row(**{"class": "Fortnights"}), later_text=owned)
    assert (result.total, result.missing) == (2, [f"{TIME}.Fortnights.of_millis"])
    assert later() == {f"{TIME}.Fortnight": "windows"}


@pytest.mark.parametrize(
    ("signature", "expected"),
    [
        ("()", ()),
        ("() -> bool", ()),
        ("(value: Any, time: int = 5) -> int", ("value", "time")),
        ("(func: Callable[[int, str], Dict[str, int]], *others, **more)", ("func", "*others", "**more")),
        ("(a, /, b, *, c=(1, 2))", ("a", "b", "c")),
        ("(inherited)", None),
        (" = -1", None),
    ],
)
def test_parameters_are_read_from_a_signature(signature: str, expected: Optional[tuple[str, ...]]) -> None:
    assert scoring._parameters(signature) == expected


def test_parameters_are_compared_by_name_and_order() -> None:
    def ours(self: Any, first: int, second: int = 2, *rest: Any, last: Any = None) -> None: ...

    def same(*parameters: str) -> bool:
        return same_parameters(Name("m", ("f",), parameters), ours)

    assert same("first", "second") and same("first", "second", "*rest", "last") and same()
    assert not same("second", "first") and not same("first", "second", "rest") and not same("one")
    assert same_parameters(Name("m", ("f",), None), ours)
    assert same_parameters(Name("m", ("f",), ("first",)), staticmethod(lambda first: first))
