"""`pyrite info` logic: scripts are run up to their first job, and what they would run is shown."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pyrite.cli.program.info import InfoOptions, info
from pyrite.core.errors import InvalidProgramError, PyriteError

_COUNTING = """
import sys
from pyrite.datastream import KeyedProcessFunction, StreamExecutionEnvironment

class Count(KeyedProcessFunction):
    def process_element(self, value, ctx):
        yield value

env = StreamExecutionEnvironment.get_execution_environment()
numbers = env.from_sequence(1, 10).name("Numbers").uid("numbers")
counts = numbers.map(lambda n: n).key_by(lambda n: n).process(Count()).name("Count")
counts.print().set_parallelism(1)
"""
_AT_2 = InfoOptions({"parallelism.default": "2"})


def script(folder: Path, text: str) -> str:
    path = folder / "job.py"
    path.write_text(text)
    return str(path)


@pytest.fixture
def counting(tmp_path: Path) -> str:
    return script(tmp_path, _COUNTING + "env.execute('Counting')\n")


def test_info_shows_the_three_graphs(counting: str) -> None:
    shown = info(counting, [], _AT_2).splitlines()
    headings = [line for line in shown if "graph of 'Counting'" in line]
    assert [heading.partition(" graph")[0] for heading in headings] == ["Stream", "Job", "Execution"]


def test_info_shows_tasks_slots_and_cores(counting: str) -> None:
    shown = info(counting, [], InfoOptions({"parallelism.default": "2", "spark.task.cpus": "0.5"}))
    numbers = dict(line.split(maxsplit=1) for line in shown.partition("Needs\n")[2].splitlines()[:2])
    assert numbers == {"tasks": "3", "subtasks": "5"}
    assert "Flink slots  2 (default: 2)" in shown
    assert "Spark slots  5 (subtasks: 5, relays: 0)" in shown
    assert "cores        2.5 (at spark.task.cpus = 0.5)" in shown


def test_info_warns_of_state_without_uid(counting: str) -> None:
    warnings = [line for line in info(counting, [], _AT_2).splitlines() if line.startswith("warning: ")]
    assert len(warnings) == 1
    assert warnings[0].startswith("warning: 'Count' (operator 2) is keyed but has no uid")


def test_info_warns_of_a_source_without_uid(tmp_path: Path) -> None:
    path = script(tmp_path, _COUNTING.replace('.uid("numbers")', "") + "env.execute()")
    assert "warning: 'Numbers' (operator 0) keeps its position" in info(path, [], _AT_2)


_OTHERS = """
from pyrite.core.functions.checkpointed_function import CheckpointedFunction
from pyrite.core.connector.sink import Committer, Sink
from pyrite.datastream import MapFunction, StreamExecutionEnvironment

class Counting(MapFunction, CheckpointedFunction):
    def map(self, value):
        return value
    def snapshot_state(self, context):
        pass
    def initialize_state(self, context):
        pass

class Committing(Committer):
    def commit(self, committables):
        pass

class TwoPhase(Sink):
    def create_writer(self, context):
        raise NotImplementedError
    def create_committer(self):
        return Committing()

class WithState(Sink):
    def create_writer(self, context):
        raise NotImplementedError
    def restore_writer(self, context, states):
        raise NotImplementedError

env = StreamExecutionEnvironment.get_execution_environment()
numbers = env.from_sequence(1, 10).uid("numbers").map(Counting()).name("Counting")
numbers.map(lambda n: n).name("Plain").sink_to(TwoPhase()).name("Two phases")
numbers.sink_to(WithState()).name("With state")
numbers.full_window_partition().reduce(lambda a, b: a + b).name("Whole").print()
"""


@pytest.mark.parametrize("ending", ["env.execute()", "list(numbers.execute_and_collect())"])
def test_info_warns_of_operator_state_and_of_sinks_without_uid(tmp_path: Path, ending: str) -> None:
    shown = json.loads(info(script(tmp_path, _OTHERS + ending), [], InfoOptions(json=True)))
    assert {item["name"]: item["reason"] for item in shown["without_uid"]} == {
        "Counting": "keeps operator state",
        "Two phases": "keeps what its sink is still to commit",
        "With state": "keeps state of its writers",
        "Whole": "keeps the records of its partition",
    }


def test_info_does_not_warn_of_operators_that_have_a_uid(tmp_path: Path) -> None:
    named = _OTHERS
    for name in ("Counting", "Two phases", "With state", "Whole"):
        named = named.replace(f'.name("{name}")', f'.name("{name}").uid("{name}")')
    shown = json.loads(info(script(tmp_path, named + "env.execute()"), [], InfoOptions(json=True)))
    assert shown["without_uid"] == []


def test_info_is_json_when_asked_for(counting: str) -> None:
    shown = json.loads(info(counting, [], InfoOptions({"parallelism.default": "2"}, json=True)))
    graphs = {"stream_graph", "job_graph", "execution_graph"}
    assert set(shown) == graphs | {"needs", "guarantee", "job_parameters", "without_uid"}
    assert shown["needs"] == {
        "tasks": 3,
        "subtasks": 5,
        "flink_slots": 2,
        "flink_slots_by_group": {"default": 2},
        "relays": 0,
        "spark_slots": 5,
        "spark_task_cpus": 0.05,
        "cores": 0.25,
    }


def test_info_writes_one_picture_of_all_graphs_when_asked_for(counting: str, tmp_path: Path) -> None:
    picture = tmp_path / "job.svg"
    assert info(counting, [], InfoOptions(svg=picture)) == f"wrote {picture}"
    texts = [element.text or "" for element in ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text")]
    assert len([text for text in texts if "graph of 'Counting'" in text]) == 3


def test_info_says_so_when_the_picture_cannot_be_written(counting: str, tmp_path: Path) -> None:
    with pytest.raises(PyriteError, match=r"cannot write .*job\.svg: No such file or directory"):
        info(counting, [], InfoOptions(svg=tmp_path / "missing" / "job.svg"))


def test_info_is_refused_when_the_script_never_executes(tmp_path: Path) -> None:
    with pytest.raises(InvalidProgramError, match=r"job\.py ended without starting a job.*execute\(\)"):
        info(script(tmp_path, _COUNTING), [], InfoOptions())


@pytest.mark.parametrize("start", ["env.execute_async()", "list(counts.execute_and_collect())"])
def test_info_sees_jobs_that_are_started_otherwise(tmp_path: Path, start: str) -> None:
    assert "Stream graph" in info(script(tmp_path, _COUNTING + start), [], _AT_2)


def test_info_shows_the_first_job_when_the_script_continues(tmp_path: Path) -> None:
    going_on = "try:\n    env.execute('First')\nfinally:\n    counts.print()\n    env.execute('Second')\n"
    assert "Stream graph of 'First'" in info(script(tmp_path, _COUNTING + going_on), [], _AT_2)


def test_info_hands_arguments_to_the_script(tmp_path: Path) -> None:
    path = script(tmp_path, _COUNTING + "env.execute(' '.join(sys.argv[1:]))")
    assert "Stream graph of '--host x'" in info(path, ["--host", "x"], _AT_2)


def test_info_runs_the_script_as_main_with_its_folder_first_on_the_path(tmp_path: Path) -> None:
    (tmp_path / "beside_the_job.py").write_text("NAME = 'from beside'")
    body = "import beside_the_job\nassert __name__ == '__main__'\nenv.execute(beside_the_job.NAME)"
    assert "'from beside'" in info(script(tmp_path, _COUNTING + body), [], _AT_2)


def test_info_sends_what_the_script_prints_to_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    info(script(tmp_path, _COUNTING + "print('hello')\nenv.execute()"), [], _AT_2)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "hello\n")


def test_info_leaves_the_process_as_it_was(counting: str) -> None:
    before = (sys.argv, sys.path[:], dict(os.environ), sys.modules["__main__"])
    info(counting, ["x"], _AT_2)
    assert (sys.argv, sys.path[:], dict(os.environ), sys.modules["__main__"]) == before
