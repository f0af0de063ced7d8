"""Errors cross processes: every one comes back from pickle as it was."""

from __future__ import annotations

import inspect
import pickle

import pytest

from pyrite.common import errors
from pyrite.core.errors import InvalidProgramError, JobExecutionError, PyriteError, TaskLostError, UserFunctionError

ALL = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, PyriteError)]


def example(kind: type[PyriteError]) -> PyriteError:
    count = 5 if issubclass(kind, UserFunctionError) else 1
    return kind(*(f"argument {number}" for number in range(count)))


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_error_comes_back_from_pickle_with_its_class_text_and_arguments(kind: type[PyriteError]) -> None:
    error = example(kind)
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), str(back), back.args) == (kind, str(error), error.args)


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_error_keeps_its_fields_in_pickle(kind: type[PyriteError]) -> None:
    error = example(kind)
    assert vars(pickle.loads(pickle.dumps(error))) == vars(error)


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_error_keeps_its_notes_in_pickle(kind: type[PyriteError]) -> None:
    error = example(kind)
    error.add_note("and then close() raised")
    assert pickle.loads(pickle.dumps(error)).__notes__ == ["and then close() raised"]


def test_job_execution_error_takes_its_cause_along() -> None:
    back = pickle.loads(pickle.dumps(JobExecutionError("failed", TaskLostError("gone"))))
    assert isinstance(back.cause, TaskLostError)
    assert str(back.cause) == "gone"


def test_user_function_error_says_what_where_and_with_which_record() -> None:
    error = UserFunctionError("'Map', subtask 1/2", "f (job.py:3)", "7", "ValueError: no", "Traceback ...\n")
    assert str(error).splitlines() == [
        "ValueError: no",
        "  in operator 'Map', subtask 1/2",
        "  calling f (job.py:3)",
        "  with record 7",
        "",
        "Traceback ...",
    ]


def test_user_function_error_leaves_the_record_out_when_there_is_none() -> None:
    assert "record" not in str(UserFunctionError("op", "f", "", "ValueError: no", "tb"))


def test_user_function_error_names_no_function_when_there_is_none() -> None:
    assert str(UserFunctionError("op", "", "", "ConnectorError: no", "")) == "ConnectorError: no\n  in operator op"


def test_invalid_program_error_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="bad"):
        raise InvalidProgramError("bad")
