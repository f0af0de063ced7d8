"""What a function learns about its place: as PyFlink 2.3 tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pyrite.datastream import ProcessFunction, RuntimeContext
from tests.whole.behaviour.run import collect


class Tells(ProcessFunction):
    def __init__(self, ask: Callable[[RuntimeContext], Any]) -> None:
        self._ask = ask

    def open(self, runtime_context: RuntimeContext) -> None:
        self._answer = self._ask(runtime_context)

    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        yield self._answer


def answers(ask: Callable[[RuntimeContext], Any], parallelism: int = 1) -> list[Any]:
    numbers = [0, 1, 2, 3]
    return collect(
        lambda env: env.from_collection(numbers).rebalance().process(Tells(ask)).name("my op"), parallelism=parallelism
    )


def test_subtasks_know_their_index_and_number() -> None:
    def ask(context: RuntimeContext) -> Any:
        return context.get_index_of_this_subtask(), context.get_number_of_parallel_subtasks()

    assert set(answers(ask, parallelism=2)) == {(0, 2), (1, 2)}


def test_task_has_its_first_operators_name_and_a_first_attempt() -> None:
    """A task of several operators is named after all of them: 'my op -> Sink: ...'."""

    def ask(context: RuntimeContext) -> Any:
        return context.get_task_name(), context.get_attempt_number()

    for name, attempt in answers(ask):
        assert (name.startswith("my op"), attempt) == (True, 0)


def test_task_name_with_subtasks_has_flinks_form() -> None:
    def ask(context: RuntimeContext) -> Any:
        return context.get_task_name(), context.get_task_name_with_subtasks(), context.get_index_of_this_subtask()

    for name, with_subtasks, index in answers(ask, parallelism=2):
        assert with_subtasks == f"{name} ({index + 1}/2)#0"


def test_job_parameter_that_is_not_set_is_the_default() -> None:
    def ask(context: RuntimeContext) -> Any:
        return context.get_job_parameter("missing", "default"), context.get_job_parameter("missing", None)  # type: ignore[arg-type]

    assert set(answers(ask)) == {("default", None)}


def test_job_parameters_are_those_of_the_execution_config() -> None:
    def program(env: Any) -> Any:
        env.get_config().set_global_job_parameters({"given": "yes"})
        return env.from_collection([1]).process(Tells(lambda context: context.get_job_parameter("given", "default")))

    assert collect(program) == ["yes"]
