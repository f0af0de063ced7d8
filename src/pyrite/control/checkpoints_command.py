"""`pyrite checkpoints show PATH`: what a checkpoint consists of."""

from __future__ import annotations

import argparse
import pickle
import reprlib
from pathlib import Path
from typing import Any

from pyrite.checkpoint.job_storage import load
from pyrite.checkpoint.show import describe
from pyrite.checkpoint.store import open_store
from pyrite.common.configuration import Configuration
from pyrite.operators.operator import OperatorRest

_SHORT = reprlib.Repr()
_SHORT.maxstring, _SHORT.maxother, _SHORT.maxlist, _SHORT.maxtuple, _SHORT.maxdict = 80, 120, 20, 20, 20


def add_checkpoints_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("checkpoints", help="look at checkpoints")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    summary = "show a checkpoint: source positions, operators, states, sizes, files"
    show = actions.add_parser("show", help=summary, description=summary.capitalize())
    show.add_argument("path", metavar="PATH", help="the checkpoint's folder (.../chk-7) or its _metadata: path or URI")
    show.set_defaults(command=_show, job="")


def _show(options: argparse.Namespace) -> None:
    root = options.path.rstrip("/").removesuffix("/_metadata").rpartition("/")[0]
    store = open_store(root if ":/" in root else str(Path(root).absolute()), Configuration())
    print(describe(load(options.path), _read_rest, lambda ref: store.read(ref.path)), end="")


def _read_rest(data: bytes) -> dict[str, str]:
    """Readable parts of what an operator, or a source's enumerator, has pickled. Unpickling trusts the checkpoint."""
    try:
        rest: Any = pickle.loads(data)
    except Exception as error:
        return {"contents": f"cannot be read without the job's code ({type(error).__name__}: {error})"}
    if not isinstance(rest, OperatorRest):
        return {"enumerator": _SHORT.repr(rest)}
    found = {name: _SHORT.repr(values) for name, values in (rest.lists | rest.unions | rest.numbered).items() if values}
    if rest.lists.get("splits"):
        found["splits"] = _SHORT.repr([split for split, _ in rest.lists["splits"]])
    found |= {f"broadcast {name}": _SHORT.repr(entries) for name, entries in rest.snapshot.broadcast.items() if entries}
    return found
