"""Top-N, deduplication and ORDER BY give what Flink gives: in streaming each change, in its order."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import pytest

from pyrite.core.errors import PyriteError
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.testing import SimulationExecutor, SimulationOptions
from tests.relational.ranks.rank_answers import Answer, answers, environment, row_text

OTHER_CHANGES: Final = {
    "ORDER BY price) AS rn FROM sales) WHERE rn = 1": "Flink says that there are inserts only, and leaves out -U",
    "PARTITION BY window_end ORDER BY price DESC, id": "Flink says that there are inserts only, and leaves out -U",
    "MAX(price) AS m, SUM(price) AS s": "Flink computes the sum, which nobody reads, and announces its changes",
    "UNION SELECT": "which of two sources comes first is not defined",
    "UNION ALL": "which of two sources comes first is not defined",
}
"""Queries whose rows at the end are Flink's, and whose changes are others, with the reason."""
ANSWERED: Final = {
    "WHERE rn BETWEEN 2 AND 3": "Flink changes the kind of rows in its state, and does not recognize them again",
    "ORDER BY v DESC LIMIT 2 OFFSET 1": "as above",
    "GROUP BY who QUALIFY rn": "Flink has a fault there",
    "changes LIMIT": "Flink's source ends after as many records as there are rows in the limit",
}
"""Parts of queries over changes, or of such that Flink refuses, to which our answer is another, with the reason."""


OTHER_WORDS: Final = {
    "WHERE rn <= n": "Flink's words are about its planner",
    "QUALIFY price": "Flink writes the table before the column",
}


def run(answer: Answer) -> list[str]:
    executor = SimulationExecutor(seed=7, options=SimulationOptions(batch=answer.mode == "batch"))
    with use_context(ExecutionContext(executor=executor)):
        return list(map(row_text, environment(answer.mode).execute_sql(answer.query).collect()))


def is_among(query: str, parts: dict[str, str]) -> bool:
    return any(part in query for part in parts)


def applied(lines: list[str]) -> Counter[str]:
    """The rows that changes leave; Flink's -U may be missing."""
    rows: Counter[str] = Counter()
    for line in lines:
        kind, _, row = line.rpartition(": ") if line[:3] in ("-U:", "+U:", "-D:") else ("", "", line)
        rows[row] += -1 if kind.startswith("-") else 1
    return +rows


def streaming() -> list[Answer]:
    return [each for each in answers() if each.mode == "streaming"]


def test_changes_are_those_of_flink() -> None:
    wrong = {}
    for answer in streaming():
        known_other = "changes" in answer.query and is_among(answer.query, ANSWERED)
        if answer.is_error or known_other or is_among(answer.query, OTHER_CHANGES):
            continue
        actual, expected = run(answer), list(answer.lines)
        if "TABLE(" in answer.query:  # which key of a window comes first is not defined
            actual, expected = sorted(actual), sorted(expected)
        if actual != expected:
            wrong[answer.query] = actual
    assert not wrong


@pytest.mark.parametrize(
    "answer",
    [each for each in streaming() if each.is_error and not is_among(each.query, ANSWERED)],
    ids=lambda each: each.query,
)
def test_query_is_refused_in_flinks_words(answer: Answer) -> None:
    with pytest.raises(PyriteError) as error:
        run(answer)
    if not is_among(answer.query, OTHER_WORDS):
        assert answer.lines[0].removeprefix("error: ") in str(error.value)


TIES: Final = ("ORDER BY price", "ORDER BY pt", "who DESC, item")
"""In these orders rows are equal, of which Flink's batch takes any first."""


def test_batch_gives_the_rows_of_flink() -> None:
    wrong = {}
    for answer in answers():
        is_equal_somewhere = any(f"{part}{end}" in answer.query for part in TIES for end in (")", " DESC)", " ASC"))
        others = ("RANK(", "changes", "WHERE rn <= n", "WHERE rn > 2", "WHERE rn <= 0")
        if answer.mode != "batch" or answer.is_error or is_equal_somewhere or any(o in answer.query for o in others):
            continue
        actual, expected = run(answer), list(answer.lines)
        is_ordered = re.search("^(?!.*OVER).*ORDER BY (?!ts|price$)", answer.query)
        if (actual if is_ordered else sorted(actual)) != (expected if is_ordered else sorted(expected)):
            wrong[answer.query] = actual
    assert not wrong
