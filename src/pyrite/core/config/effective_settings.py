"""The settings outside of a program, and the source of each.

From the lowest to the highest precedence: the configuration file, PYRITE_PROPERTIES, the command line. Defaults of
options have lower precedence than all of these, and settings of the program itself higher.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.configuration_file import FILE_NAME, OLD_FILE_NAME, read_configuration_file, read_lines
from pyrite.core.config.former_keys import with_present_keys
from pyrite.core.errors import InvalidProgramError

FOLDER_VARIABLE: Final = "PYRITE_CONF_DIR"
"""The folder of the configuration file; no other folder is searched then."""
PROPERTIES_VARIABLE: Final = "PYRITE_PROPERTIES"
"""Settings as lines of `key: value`."""
COMMAND_LINE: Final = "command line"


@dataclass(frozen=True)
class Setting:
    """A key's value and its source."""

    value: str
    source: str


def effective_settings(beside: Path, command_line: Optional[Mapping[str, str]] = None) -> dict[str, Setting]:
    """All settings, by their current keys. `beside`: the folder of the program."""
    settings: dict[str, Setting] = {}
    file = configuration_file(beside)
    layers: list[tuple[str, Mapping[str, Any]]] = []
    if file is not None:
        layers.append((str(file), read_configuration_file(file)))
    layers.append((PROPERTIES_VARIABLE, read_lines(os.environ.get(PROPERTIES_VARIABLE, ""), PROPERTIES_VARIABLE)))
    layers.append((COMMAND_LINE, command_line or {}))
    for source, values in layers:
        present = with_present_keys(Configuration(values)).to_dict()
        settings |= {key: Setting(value, source) for key, value in present.items()}
    return settings


def effective_values(beside: Path, command_line: Optional[Mapping[str, str]] = None) -> dict[str, str]:
    """The same settings, without their sources."""
    return {key: setting.value for key, setting in effective_settings(beside, command_line).items()}


def program_configuration(own: Optional[Configuration] = None) -> Configuration:
    """The settings outside of the program that this process runs, below its own ones."""
    return Configuration(effective_values(program_folder())).add_all(own or Configuration())


def configuration_file(beside: Path) -> Optional[Path]:
    """The configuration file, if it exists: `config.yaml`, else `flink-conf.yaml`, in the configuration's folder."""
    folder = configuration_folder(beside)
    files = [] if folder is None else [folder / FILE_NAME, folder / OLD_FILE_NAME]
    return next((file for file in files if file.is_file()), None)


def configuration_folder(beside: Path) -> Optional[Path]:
    """$PYRITE_CONF_DIR; by default the first existing folder of ~/.pyrite/conf and `conf` beside the program."""
    if text := os.environ.get(FOLDER_VARIABLE):
        folder = Path(text).expanduser().absolute()
        if not folder.is_dir():
            raise InvalidProgramError(f"{FOLDER_VARIABLE} = {text!r}: there is no such folder")
        return folder
    own, beside_program = Path(os.path.expanduser("~/.pyrite/conf")), beside.absolute() / "conf"  # noqa: PTH111
    if own.is_dir() or not beside_program.is_dir():
        return own if own.is_dir() else None
    for path in (beside_program, *filter(Path.is_file, beside_program.iterdir())):
        _refuse_strangers(path)
    return beside_program


def _refuse_strangers(path: Path) -> None:
    """Settings can run commands (env.java.home, env.ssh.opts), so those that a stranger has put into a folder do not
    count: /tmp/conf, for example, in the folder in which somebody calls `pyrite list`.
    """
    status = path.stat()
    if status.st_uid not in (os.getuid(), 0) or status.st_mode & stat.S_IWOTH:
        raise InvalidProgramError(
            f"{path} is another user's, or other users can write to it (owner {status.st_uid}, mode "
            f"{stat.S_IMODE(status.st_mode):o}): if you trust its settings, name the folder by {FOLDER_VARIABLE}"
        )


def program_folder() -> Path:
    """The folder of the running script; if this process runs no script, the current folder."""
    script = Path(sys.argv[0]) if sys.argv and sys.argv[0] else None
    return script.absolute().parent if script is not None and script.is_file() else Path.cwd()
