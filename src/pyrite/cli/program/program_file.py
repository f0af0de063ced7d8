"""local_program: a job's program as a file of this machine."""

from __future__ import annotations

import hashlib
import os
import posixpath
import tempfile
from collections.abc import Mapping
from pathlib import Path

import click

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import effective_values
from pyrite.core.errors import PyriteError
from pyrite.core.file_uri import split_scheme
from pyrite.storage.open_store import open_store
from pyrite.storage.private_folder import PrivateFolder, home_path

FOLDER_VARIABLE = "PYRITE_PROGRAMS_DIR"


def local_program(path: str, settings: Mapping[str, str]) -> str:
    """The path of a program. A program in HDFS or S3 is downloaded into a folder that is named after its contents."""
    if split_scheme(path)[0] in ("", "file"):
        return path
    folder, name = posixpath.split(path)
    try:
        data = open_store(folder, Configuration(effective_values(Path.cwd(), settings))).read(name)
    except (OSError, PyriteError) as error:
        raise click.UsageError(f"the program {path} cannot be read: {error}") from None
    programs = home_path("programs", FOLDER_VARIABLE)
    PrivateFolder(programs, variable=FOLDER_VARIABLE).make()
    target = programs / hashlib.sha256(data).hexdigest()[:32] / name
    if not target.exists():
        target.parent.mkdir(mode=0o700, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=target.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(temporary).rename(target)
    return str(target)
