"""The `pyrite` command: what goes to the script, and how each end is reported."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pyrite import __version__
from pyrite.cli.main import main

Script = Callable[[str], str]
Captured = pytest.CaptureFixture[str]

_SHOW_ARGUMENTS = "import sys, json; print(json.dumps(sys.argv[1:]))"
_SHOW_SETTINGS = """
import json
from pyrite.datastream import StreamExecutionEnvironment
print(json.dumps(StreamExecutionEnvironment.get_execution_environment().get_configuration().to_dict()))
"""
_JOB = """
from pyrite.datastream import StreamExecutionEnvironment
env = StreamExecutionEnvironment.get_execution_environment()
env.from_sequence(1, 3).print()
env.execute("Numbers")
"""


@pytest.fixture
def script(tmp_path: Path) -> Script:
    def write(text: str) -> str:
        path = tmp_path / "job.py"
        path.write_text(text)
        return str(path)

    return write


def usage_error(words: list[str], capsys: Captured) -> str:
    assert main(words) == 2
    return capsys.readouterr().err


# The command line -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([], [], []),
        ([], ["--host", "x"], ["--host", "x"]),
        (["-p", "2"], ["--host", "x"], ["--host", "x"]),
        ([], ["-p", "2", "-D", "a=b", "--host", "x"], ["--host", "x"]),
        ([], ["-p2", "-Da=b", "file"], ["file"]),
        ([], ["--parallelism=2", "file"], ["file"]),
        ([], ["file", "-p", "2"], ["file", "-p", "2"]),
        ([], ["--", "-p", "2"], ["-p", "2"]),
        ([], ["-p", "3", "--", "-p", "2"], ["-p", "2"]),
        ([], ["x", "--", "y"], ["x", "--", "y"]),
        ([], ["-profile", "-Debug"], ["-profile", "-Debug"]),
        ([], ["--csv"], ["--csv"]),
        ([], ["-h"], ["-h"]),
        (["--"], ["-p", "2"], ["-p", "2"]),
        (["-np2"], ["x"], ["x"]),
        ([], ["--allowNonRestoredState", "-size", "3"], ["-size", "3"]),
    ],
)
def test_run_hands_the_rest_to_the_script(
    script: Script, capsys: Captured, before: list[str], after: list[str], expected: list[str]
) -> None:
    assert main(["run", *before, script(_SHOW_ARGUMENTS), *after]) == 0
    assert json.loads(capsys.readouterr().out) == expected


@pytest.mark.parametrize("after", [True, False])
def test_run_hands_settings_to_the_script(script: Script, capsys: Captured, after: bool) -> None:
    job, options = [script(_SHOW_SETTINGS)], ["-p", "3", "-D", "execution.runtime-mode=BATCH", "-Dspark.x=a=b"]
    main(["run", *job, *options] if after else ["run", *options, *job])
    settings = json.loads(capsys.readouterr().out)
    assert settings == {"parallelism.default": "3", "execution.runtime-mode": "BATCH", "spark.x": "a=b"}


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5", ""])
def test_parallelism_is_refused_when_it_is_no_number_of_at_least_1(script: Script, capsys: Captured, text: str) -> None:
    assert "Invalid value for '-p' / '--parallelism'" in usage_error(["run", "-p", text, script("")], capsys)


@pytest.mark.parametrize("words", [["--job-id", "fraud-2"], ["--job-id=fraud-2"]])
@pytest.mark.parametrize("after", [True, False])
def test_run_hands_the_job_id_to_the_script(script: Script, capsys: Captured, words: list[str], after: bool) -> None:
    job = [script(_SHOW_SETTINGS)]
    assert main(["run", *job, *words] if after else ["run", *words, *job]) == 0
    assert json.loads(capsys.readouterr().out)["pipeline.job-id"] == "fraud-2"


def test_job_id_of_the_command_counts_before_a_setting(script: Script, capsys: Captured) -> None:
    main(["run", script(_SHOW_SETTINGS), "--job-id", "a", "-D", "pipeline.job-id=b"])
    assert json.loads(capsys.readouterr().out)["pipeline.job-id"] == "a"


@pytest.mark.parametrize("text", ["a/b", "..", "", "x" * 65])
def test_job_id_is_refused_when_it_is_no_name(script: Script, capsys: Captured, text: str) -> None:
    assert "Invalid value for '--job-id': expected a job id" in usage_error(
        ["run", f"--job-id={text}", script("")], capsys
    )


@pytest.mark.parametrize("text", ["key", "=value"])
def test_setting_is_refused_when_it_cannot_be_read(script: Script, capsys: Captured, text: str) -> None:
    expected = f"Invalid value for '-D': expected KEY=VALUE, not '{text}'"
    assert expected in usage_error(["run", script(""), "-D", text], capsys)


def test_run_is_refused_when_the_script_is_missing(capsys: Captured) -> None:
    assert "File 'nowhere.py' does not exist" in usage_error(["run", "nowhere.py"], capsys)


def test_unknown_option_before_the_script_is_refused(script: Script, capsys: Captured) -> None:
    assert "No such option '--bogus'" in usage_error(["run", "--bogus", script("")], capsys)


def test_command_is_required(capsys: Captured) -> None:
    assert "COMMAND" in usage_error([], capsys)


def test_json_and_svg_exclude_each_other(script: Script, capsys: Captured) -> None:
    for words in (["--json", "--svg", "x.svg"], ["--svg=x.svg", "--json"]):
        assert "'--svg' is not allowed with '--json'" in usage_error(["info", script(_JOB), *words], capsys)


def test_version_is_printed(capsys: Captured) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"pyrite {__version__}\n"


# How a script ends ----------------------------------------------------------------------------------------------------


def test_run_shows_a_pyrite_error_without_traceback(script: Script, capsys: Captured) -> None:
    path = script("from pyrite.common.errors import JobExecutionError\nraise JobExecutionError('it broke')")
    assert main(["run", path]) == 1
    assert capsys.readouterr().err == "error: it broke\n"


def test_run_names_the_line_of_the_script_when_the_program_is_wrong(script: Script, capsys: Captured) -> None:
    path = script(_JOB.replace(".print()", ".print().set_parallelism(0)"))
    assert main(["run", path]) == 1
    error = capsys.readouterr().err
    assert error == f"error: parallelism of 'Print to Std. Out' must be at least 1, not 0\n  {path}, line 4\n"


@pytest.mark.parametrize(
    "body",
    [
        "from pyrite.common.errors import JobCancelledError as E; raise E('the job was canceled')",
        "raise KeyboardInterrupt",
    ],
)
def test_run_ends_with_130_when_cancelled(script: Script, capsys: Captured, body: str) -> None:
    assert main(["run", script(body)]) == 130
    assert capsys.readouterr().err == "canceled\n"


def test_run_shows_the_scripts_own_error_as_python_does(script: Script, capsys: Captured) -> None:
    path = script("def f():\n    return 1 / 0\nf()\n")
    assert main(["run", path]) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if not set(line.strip()) <= {"^", "~"}]
    assert lines == [
        "Traceback (most recent call last):",
        f'  File "{path}", line 3, in <module>',
        "    f()",
        f'  File "{path}", line 2, in f',
        "    return 1 / 0",
        "ZeroDivisionError: division by zero",
    ]


def test_run_shows_a_syntax_error_without_frames(script: Script, capsys: Captured) -> None:
    path = script("x = = 1\n")
    assert main(["run", path]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f'  File "{path}", line 1')
    assert "runpy" not in error


def test_run_passes_on_the_scripts_exit_code(script: Script) -> None:
    with pytest.raises(SystemExit) as raised:
        main(["run", script("import sys; sys.exit(7)")])
    assert raised.value.code == 7


def test_script_has_a_command_line_of_its_own_with_click(script: Script, capsys: Captured) -> None:
    path = script(
        "import click\n@click.command()\n@click.option('-p', '--port', type=int)\n"
        "def job(port):\n    click.echo(f'port {port}')\njob()\n"
    )
    with pytest.raises(SystemExit) as raised:
        main(["run", "-p", "2", path, "--", "-p", "80"])
    assert (raised.value.code, capsys.readouterr().out) == (0, "port 80\n")


def test_error_of_clicks_in_a_script_is_the_scripts(script: Script, capsys: Captured) -> None:
    path = script("import click\nraise click.UsageError('no port')\n")
    assert main(["run", path]) == 1
    assert f'File "{path}", line 2, in <module>' in capsys.readouterr().err


@pytest.mark.parametrize("words", [["-h"], ["run", "--help"], ["cluster", "start", "-h"]])
def test_help_is_printed(words: list[str], capsys: Captured) -> None:
    assert main(words) == 0
    assert capsys.readouterr().out.startswith(f"Usage: pyrite {' '.join(words[:-1])}".rstrip())


@pytest.mark.parametrize(
    ("words", "suggestion"), [(["lst"], "'list'"), (["run", "--parallelsm", "2"], "'--parallelism'")]
)
def test_slip_gets_a_suggestion(words: list[str], suggestion: str, capsys: Captured) -> None:
    assert suggestion in usage_error(words, capsys)


# Info -----------------------------------------------------------------------------------------------------------------


def test_info_prints_the_graphs(script: Script, capsys: Captured) -> None:
    assert main(["info", script(_JOB), "-p", "3"]) == 0
    assert "Job graph of 'Numbers': 1 task, 3 subtasks" in capsys.readouterr().out


def test_info_prints_json(script: Script, capsys: Captured) -> None:
    assert main(["info", "--json", script(_JOB)]) == 0
    assert json.loads(capsys.readouterr().out)["job_graph"]["job_name"] == "Numbers"


def test_info_fails_when_the_script_never_executes(script: Script, capsys: Captured) -> None:
    path = script("x = 1")
    assert main(["info", path]) == 1
    assert capsys.readouterr().err.startswith(f"error: {path} ended without starting a job")
