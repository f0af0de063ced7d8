"""Unpacks archives of programs. Files of an archive stay in the folder into which it is unpacked."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

from pyrite.core.errors import PyriteError


def unpack(archive: Path, folder: Path, is_zip: bool) -> None:
    """Unpacks a zip or tar archive. PyriteError: a file of it would be written elsewhere, or is a device.

    A tar archive may contain links to files elsewhere, as virtual environments do; it cannot write through them.
    """
    if is_zip:
        shutil.unpack_archive(archive, folder, format="zip")  # leaves out paths that lead elsewhere
        return
    with tarfile.open(archive) as content:
        for member in content:
            _check(member, folder, archive.name)
            member.mode &= 0o777
            content.extract(member, folder, set_attrs=not member.issym())


def _check(member: tarfile.TarInfo, folder: Path, archive: str) -> None:
    """Called right before a member is extracted, when links of earlier ones exist."""
    inside, place = folder.resolve(), folder / member.name
    written = [place.parent if member.issym() else place, *([folder / member.linkname] if member.islnk() else [])]
    if not all(path.resolve().is_relative_to(inside) for path in written):
        raise PyriteError(f"the archive {archive} would write {member.name} outside of its folder")
    if member.isdev():
        raise PyriteError(f"the archive {archive} has a device, {member.name}")
