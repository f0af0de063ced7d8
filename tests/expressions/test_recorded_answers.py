"""Row forms and kernels give the answers that Flink 2.3 gave over columns."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any, Optional

import pyarrow as pa
import pytest

from pyrite.core.errors import ValidationException
from pyrite.core.types.arrow import to_arrow_type
from pyrite.expressions.compile.kernels import KernelCompiler
from pyrite.expressions.compile.rows import compile_rows
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression, walk
from pyrite.expressions.values import to_column, to_values
from tests.expressions.answer_values import is_same
from tests.expressions.differences import DIFFERENCES, TRANSCENDENTAL
from tests.expressions.recorded import ANSWERS, Recorded, RowError, recorded_answers

GROUPS = sorted(path.stem for path in ANSWERS.glob("*.txt"))


Check = Callable[[Recorded], str]
"""What is wrong, or nothing."""

BUGS = (
    *("CompileException", "CodeGenException", "NullPointerException", "java.lang.AssertionError"),
    *("ClassCastException", "ClassNotFoundException", "NoClassDefFoundError"),
)
"""Where Flink fails by itself, any answer of ours is as good."""


def check_all(group: str, check: Check) -> None:
    """Every expression of the group, but for the known differences, which must still be there."""
    wrong = []
    for recorded in recorded_answers(group):
        try:
            reason = check(recorded)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
        known = DIFFERENCES.get((group, recorded.text))
        if reason and (known is None or known.rows):
            wrong.append(f"{recorded}\n    {reason}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("group", GROUPS)
def test_types_and_refusals_are_flinks(group: str) -> None:
    check_all(group, _type_differs)


@pytest.mark.parametrize("group", GROUPS)
def test_row_forms_answer_as_flink(group: str) -> None:
    check_all(group, _row_form_differs)


@pytest.mark.parametrize("group", GROUPS)
def test_kernels_answer_as_flink(group: str) -> None:
    check_all(group, _kernels_differ)


def _type_differs(recorded: Recorded) -> str:
    try:
        kind = recorded.tree().type
    except ValidationException as error:
        ours, flinks = " ".join(str(error).split()), _refusal(recorded)
        return "" if flinks.startswith(ours) or _is_bug(flinks) else f"expected {flinks!r}, got {ours!r}"
    if recorded.type is None:
        return "" if _is_bug(str(recorded.refusal)) else f"expected a refusal: {recorded.refusal!r}, got {kind}"
    return "" if kind == recorded.type else f"expected the type {recorded.type}, got {kind}"


def _refusal(recorded: Recorded) -> str:
    """The sentence; some of Flink's refusals come only when the job is planned, for every row the same."""
    sentences = {answer.sentence if isinstance(answer, RowError) else "" for answer in recorded.answers}
    text = recorded.refusal if recorded.refusal is not None else sentences.pop()
    return " ".join(text.split())


def _is_bug(sentence: str) -> bool:
    return any(name in sentence for name in BUGS)


def _known_rows(recorded: Recorded, with_differences: bool = False) -> list[tuple[tuple[Any, ...], Any]]:
    """The rows to which Flink has an answer; a NULL that its sink refuses is one."""
    rows = []
    known = DIFFERENCES.get((recorded.group, recorded.text))
    for number, (row, answer) in enumerate(zip(recorded.rows, recorded.answers, strict=True)):
        if known is not None and number in known.rows and not with_differences:
            continue
        if isinstance(answer, RowError) and "EnforcerException" in answer.sentence:
            rows.append((row, None))
        elif not isinstance(answer, RowError) or not _is_bug(answer.sentence):
            rows.append((row, answer))
    return rows


def test_every_function_has_five_answers() -> None:
    """But for those that read the clock or the session, those of JSON, of which some are others turned around, and
    those of no group, which only plans have.
    """
    answers: Counter[str] = Counter()
    for recorded in (recorded for group in GROUPS for recorded in recorded_answers(group)):
        tree = _resolved(recorded)
        names = {node.function for node in walk(tree) if isinstance(node, FunctionCall)} if tree is not None else set()
        rewritten = {f.name for f in FUNCTIONS.functions() if f.rewrite and f.name.split()[0] in recorded.text}
        answers.update({name: len(recorded.answers) for name in names | rewritten})
    few = [
        f.name
        for f in FUNCTIONS.functions()
        if f.is_deterministic and f.group not in ("catalog", "json", "") and answers[f.name] < 5
    ]

    assert not few


def test_every_known_difference_is_still_there() -> None:
    expressions = [recorded for group in GROUPS for recorded in recorded_answers(group)]
    different = {
        (recorded.group, recorded.text)
        for recorded in expressions
        if _type_differs(recorded) or _row_form_differs(recorded, with_differences=True)
    }
    same = DIFFERENCES.keys() - different

    assert not same, f"no longer different, so remove them from differences.py: {same}"


def _row_form_differs(recorded: Recorded, with_differences: bool = False) -> str:
    tree = _resolved(recorded)
    if tree is None:
        return ""
    compute, used = compile_rows([tree])
    for row, expected in _known_rows(recorded, with_differences):
        actual: Any
        try:
            actual = compute([[row[index]] for index in used] or [[None]])[0][0]
        except Exception as error:
            actual = RowError(str(error))
        if isinstance(expected, RowError):
            sentence = expected.sentence.partition(": ")[2]
            if not isinstance(actual, RowError) or actual.sentence != sentence:
                return f"{row}: expected the error {sentence!r}, got {actual!r}"
        elif not _is_near(recorded, actual, expected):
            return f"{row}: expected {expected!r}, got {actual!r}"
    return ""


def _resolved(recorded: Recorded) -> Optional[ResolvedExpression]:
    """None for what we refuse, which another test compares."""
    try:
        return None if recorded.type is None else recorded.tree()
    except ValidationException:
        return None


def _kernels_differ(recorded: Recorded) -> str:
    """Over the rows that raise nothing, all in one block."""
    tree = _resolved(recorded)
    if tree is None or recorded.type is None:
        return ""
    good = [(row, answer) for row, answer in _known_rows(recorded) if not isinstance(answer, RowError)]
    try:
        columns = [to_column([row[i] for row, _ in good], kind) for i, (_, kind) in enumerate(recorded.columns)]
        to_column([answer for _, answer in good], recorded.type.copy(nullable=True))
    except (OverflowError, ValueError):
        return ""  # nanoseconds end in 2262, and NULL is no key of a map
    actual = to_values(by_kernels(tree, columns, len(good)), recorded.type)
    for (row, expected), value in zip(good, actual, strict=True):
        if not _is_near(recorded, value, expected):
            return f"{row}: expected {expected!r}, got {value!r}"
    return ""


def _is_near(recorded: Recorded, actual: Any, expected: Any) -> bool:
    """Java has its own logarithms and angles, which may differ in the last bit."""
    if is_same(actual, expected):
        return True
    if recorded.text.partition("(")[0] not in TRANSCENDENTAL or not isinstance(actual, float):
        return False
    return math.isclose(actual, expected, rel_tol=5e-16)


def by_kernels(tree: ResolvedExpression, columns: list[Any], rows: int) -> pa.Array:
    """The column that kernels compute from columns, which has the tree's type."""
    column = KernelCompiler([tree]).compile(tree)(lambda index: columns[index], rows, {})
    assert column.type == to_arrow_type(tree.type), f"{tree}: expected {to_arrow_type(tree.type)}, got {column.type}"
    assert len(column) == rows
    return column
