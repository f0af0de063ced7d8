"""`pyrite state`: a key's state in a running job, or all state of a savepoint as Parquet."""

from __future__ import annotations

import argparse
import ast
import importlib
import sys
from pathlib import Path
from typing import Any

from pyrite.cli.setting import add_settings
from pyrite.control.job_connection import JOB_HELP, absolute
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import PyriteError
from pyrite.queryable_state import QueryableStateClient


def add_state_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("state", help="look up queryable state, export a savepoint", allow_abbrev=False)
    parser.set_defaults(job="")
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    get = actions.add_parser(
        "get",
        help="print what a queryable state holds for a key",
        description="Prints what a queryable state holds for a key, as of the job's last completed checkpoint.",
        allow_abbrev=False,
    )
    get.add_argument("wanted", metavar="JOB", help=f"{JOB_HELP}; with --checkpoint-dir, its id")
    get.add_argument("name", metavar="NAME", help="the name under which the state is queryable")
    get.add_argument("key", metavar="KEY", type=_key, help="the key: a Python literal such as 7 or ('a', 1), else text")
    get.add_argument(
        "--checkpoint-dir",
        metavar="DIR",
        help="the job's execution.checkpointing.dir, for a job that runs elsewhere or as another user",
    )
    add_settings(get, "a setting of the storage, say s3.endpoint")
    get.set_defaults(command=_get)
    export = actions.add_parser(
        "export",
        help="write all state of a savepoint as Parquet",
        description="Writes all state of a savepoint or retained checkpoint as Parquet, with Spark.",
        allow_abbrev=False,
    )
    export.add_argument("path", metavar="PATH", help="the savepoint: its folder or its _metadata, path or URI")
    export.add_argument(
        "target", metavar="TARGET", nargs="?", help="a folder that is not there yet (default: PATH-export here)"
    )
    add_settings(export, "a setting, say spark.master or s3.endpoint")
    export.set_defaults(command=_export)


def _get(options: argparse.Namespace) -> None:
    with QueryableStateClient(options.checkpoint_dir, Configuration(options.settings)) as client:
        entry = client.get_kv_state(options.wanted, options.name, options.key)
    print(repr(entry.value))
    print(f"as of checkpoint {entry.checkpoint_id}, {entry.age_ms / 1000:.1f} s ago", file=sys.stderr)


def _key(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def _export(options: argparse.Namespace) -> None:
    name = options.path.rstrip("/").removesuffix("/_metadata").rpartition("/")[2]
    target = str(absolute(options.target or f"{name}-export"))
    if Path(target).exists():
        raise PyriteError(f"{target} is there already: name another folder as TARGET")
    processor = importlib.import_module("pyrite.state_processor")  # it imports Spark
    rows = processor.export(options.path, target, configuration=Configuration(options.settings))
    print(f"{rows:,} rows in {target}")
