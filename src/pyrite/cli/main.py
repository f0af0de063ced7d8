"""The `pyrite` command. Exit codes: 0 ok, 1 the job or script failed, 2 wrong usage, 130 cancelled, 143 suspended."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Optional

from pyrite import __version__
from pyrite.cli.cancel_command import add_cancel_command
from pyrite.cli.checkpoints_command import add_checkpoints_commands
from pyrite.cli.cluster_command import add_cluster_commands, job_settings, master
from pyrite.cli.info import InfoOptions, info
from pyrite.cli.list_command import add_list_command
from pyrite.cli.progress import show_progress
from pyrite.cli.rescale_command import add_rescale_command
from pyrite.cli.savepoint_command import add_savepoint_command
from pyrite.cli.script import run_script, script_line, script_traceback
from pyrite.cli.setting import add_settings, parallelism
from pyrite.cli.sql_command import SqlScript, add_sql_command, run_sql_scripts
from pyrite.cli.state_command import add_state_commands
from pyrite.cli.stop_command import add_stop_command
from pyrite.control.job_connection import absolute
from pyrite.core.config.checkpoint_options import (
    JOB_ID,
    STATE_RECOVERY_CLAIM_MODE,
    STATE_RECOVERY_IGNORE_UNCLAIMED,
    STATE_RECOVERY_PATH,
    RecoveryClaimMode,
    parse_job_id,
)
from pyrite.core.config.options import DEFAULT_PARALLELISM, SPARK_MASTER
from pyrite.core.errors import InvalidProgramError, JobCancelledError, PyriteError
from pyrite.graph.executor import ExecutionContext

_WHERE_OPTIONS_GO = (
    "Options of pyrite stand before JOB.py or directly after it. What follows, from the first word that is none of "
    "them, goes to the script untouched; a '--' after JOB.py ends pyrite's options, for a script that has a -p itself."
)
_OPTIONS_WITH_VALUE = {
    "run": ("-p", "--parallelism", "-D", "--master", "--job-id", "-s", "--from-savepoint", "--claim-mode"),
    "info": ("-p", "--parallelism", "-D", "--svg"),
}
_OPTIONS_IN_ONE_WORD = {
    "run": re.compile(
        r"-p\d+|--parallelism=.*|-D.+=.*|--master=.*|--job-id=.*|--from-savepoint=.*|--claim-mode=.*|-n"
        r"|--allow-non-restored-state",
        re.DOTALL,
    ),
    "info": re.compile(r"-p\d+|--parallelism=.*|-D.+=.*|--svg=.*|--json", re.DOTALL),
}


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Runs the command and returns its exit code. Wrong usage and a script's own sys.exit() raise SystemExit."""
    own, arguments = _split(list(sys.argv[1:] if argv is None else argv))
    options = _parser().parse_args(own)
    options.arguments = arguments
    command: Callable[[argparse.Namespace], None] = options.command
    try:
        command(options)
    except BrokenPipeError:
        return 1  # whoever read our output has gone
    except (JobCancelledError, KeyboardInterrupt):
        print("cancelled", file=sys.stderr)
        return 130
    except PyriteError as error:
        print(f"error: {error}{_in_script(error, options.job)}", file=sys.stderr)
        return 1
    except Exception as error:
        shown = script_traceback(error, options.job)
        sys.excepthook(type(error), error.with_traceback(shown), shown)
        return 1
    return 0


def _run(options: argparse.Namespace) -> None:
    settings = _settings(options)
    if options.master is not None:
        settings[SPARK_MASTER.key] = options.master
    if options.job_id is not None:
        settings[JOB_ID.key] = options.job_id
    settings |= _recovery(options)
    context = ExecutionContext(job_settings(settings), watch=show_progress)
    if options.job.endswith(".sql"):
        if options.arguments:
            raise InvalidProgramError(f"a script of SQL takes no arguments, but got {' '.join(options.arguments)}")
        run_sql_scripts([SqlScript.of_file(options.job)], context)
        return
    run_script(options.job, options.arguments, context)


def _recovery(options: argparse.Namespace) -> dict[str, str]:
    """What the job is restored from, and how."""
    settings = {}
    if options.savepoint is not None:
        settings[STATE_RECOVERY_PATH.key] = str(absolute(options.savepoint))
    if options.allow_non_restored_state:
        settings[STATE_RECOVERY_IGNORE_UNCLAIMED.key] = "true"
    if options.claim_mode is not None:
        settings[STATE_RECOVERY_CLAIM_MODE.key] = options.claim_mode.name
    return settings


def _info(options: argparse.Namespace) -> None:
    print(info(options.job, options.arguments, InfoOptions(_settings(options), options.json, options.svg)))


def _settings(options: argparse.Namespace) -> dict[str, str]:
    settings = dict(options.settings)
    if options.parallelism is not None:
        settings[DEFAULT_PARALLELISM.key] = str(options.parallelism)
    return settings


def _in_script(error: PyriteError, path: str) -> str:
    """Where the script built what cannot run."""
    line = script_line(error, path)
    return f"\n  {path}, line {line}" if isinstance(error, InvalidProgramError) and line is not None else ""


# The command line -----------------------------------------------------------------------------------------------------


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """What pyrite reads, and what the script gets. argparse alone would also take options from among the latter."""
    if not words or words[0] not in _OPTIONS_WITH_VALUE:
        return words, []
    with_value, in_one_word = _OPTIONS_WITH_VALUE[words[0]], _OPTIONS_IN_ONE_WORD[words[0]]
    place, job_seen = 1, False
    while place < len(words):
        word = words[place]
        if word in with_value:
            place += 2
        elif in_one_word.fullmatch(word):
            place += 1
        elif job_seen:
            break
        else:
            place, job_seen = place + 1, not word.startswith("-")
    own, arguments = words[:place], words[place:]
    return own, arguments[1:] if arguments[:1] == ["--"] else arguments


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pyrite", description="Flink's model in Python, on Spark.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"pyrite {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    run = _add_command(commands, "run", _run, "run a job's script and wait for its end")
    run.add_argument("--master", type=master, metavar="URL", help="the Spark master that runs the job's tasks")
    run.add_argument(
        "--job-id", type=_job_id, metavar="ID", help="the job's id: with that of a job that was cut off, it resumes"
    )
    _add_recovery(run)
    run.usage = (
        "pyrite run JOB.py [-p N] [--master URL] [--job-id ID] [-s PATH [-n] [--claim-mode MODE]] [-D KEY=VALUE ...] "
        "[arguments ...]"
    )
    show = _add_command(commands, "info", _info, "show a job's graphs, slots and cores without running it")
    show.usage = "pyrite info JOB.py [-p N] [-D KEY=VALUE ...] [--json | --svg FILE] [arguments ...]"
    form = show.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the graphs and numbers as one JSON object")
    form.add_argument("--svg", type=Path, metavar="FILE", help="write the graphs, below each other, as one SVG picture")
    add_sql_command(commands)
    add_list_command(commands)
    add_savepoint_command(commands)
    add_stop_command(commands)
    add_cancel_command(commands)
    add_rescale_command(commands)
    add_state_commands(commands)
    add_checkpoints_commands(commands)
    add_cluster_commands(commands)
    return parser


def _add_recovery(run: argparse.ArgumentParser) -> None:
    run.add_argument(
        "-s",
        "--from-savepoint",
        dest="savepoint",
        type=_nonempty,
        metavar="PATH",
        help="the savepoint or retained checkpoint to begin with: its folder or its _metadata, path or URI",
    )
    run.add_argument(
        "-n",
        "--allow-non-restored-state",
        action="store_true",
        help="leave state in it behind that no operator of the job takes up",
    )
    run.add_argument(
        "--claim-mode",
        type=_claim_mode,
        metavar="MODE",
        help="NO_CLAIM (default): it stays yours; CLAIM: the job deletes it when it needs it no more",
    )


def _add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    command: Callable[[argparse.Namespace], None],
    summary: str,
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name, help=summary, description=summary.capitalize(), epilog=_WHERE_OPTIONS_GO, allow_abbrev=False
    )
    parser.set_defaults(command=command)
    parser.add_argument(
        "job",
        metavar="JOB.py",
        type=_script,
        help="the script that builds and executes the job, or JOB.sql",
    )
    parser.add_argument(
        "-p", "--parallelism", type=parallelism, metavar="N", help="subtasks of operators that name no number"
    )
    add_settings(parser, "a setting that applies where the script says nothing")
    return parser


def _script(text: str) -> str:
    if not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"there is no file '{text}'")
    return text


def _nonempty(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("expected a path or URI")
    return text


def _claim_mode(text: str) -> RecoveryClaimMode:
    try:
        return STATE_RECOVERY_CLAIM_MODE.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}, not '{text}'") from None


def _job_id(text: str) -> str:
    try:
        if text:
            return parse_job_id(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}, not '{text}'") from None
    raise argparse.ArgumentTypeError("expected a job id")


if __name__ == "__main__":
    sys.exit(main())
