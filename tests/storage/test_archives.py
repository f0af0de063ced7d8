"""Archives of programs write nothing outside of their folder."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from pyrite.core.errors import PyriteError
from pyrite.storage.archives import unpack


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "", mode: int = 0o644) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.mode, made.size = kind, link, mode, 4 if kind == tarfile.REGTYPE else 0
    return made


def unpacked(tmp_path: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(tmp_path / "code.tar", "w") as archive:
        for each in members:
            archive.addfile(each, io.BytesIO(b"code") if each.size else None)
    folder = tmp_path / "folder"
    folder.mkdir()
    unpack(tmp_path / "code.tar", folder, is_zip=False)
    return folder


@pytest.mark.parametrize(
    "members",
    [
        [member("../outside")],
        [member("/tmp/pyrite-outside")],
        [member("here", tarfile.SYMTYPE, ".."), member("here/outside")],
        [member("here", tarfile.SYMTYPE, "../outside"), member("here")],
        [member("here", tarfile.LNKTYPE, "../code.tar")],
        [member("a/b", tarfile.SYMTYPE, "../.."), member("a/b/outside")],
    ],
)
def test_file_outside_of_the_folder_is_refused(members: list[tarfile.TarInfo], tmp_path: Path) -> None:
    with pytest.raises(PyriteError, match=r"code.tar would write .* outside of its folder"):
        unpacked(tmp_path, *members)
    assert not (tmp_path / "outside").exists() and not Path("/tmp/pyrite-outside").exists()


def test_device_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PyriteError, match="has a device, pipe"):
        unpacked(tmp_path, member("pipe", tarfile.FIFOTYPE))


def test_link_of_a_virtual_environment_is_kept_and_modes_of_root_are_not(tmp_path: Path) -> None:
    folder = unpacked(tmp_path, member("bin/python", tarfile.SYMTYPE, "/usr/bin/python3"), member("a/run", mode=0o4755))
    assert (folder / "bin/python").readlink() == Path("/usr/bin/python3")
    assert (folder / "a/run").read_bytes() == b"code" and (folder / "a/run").stat().st_mode & 0o7777 == 0o755


def test_zip_leaves_out_files_outside_of_the_folder(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "code.zip", "w") as archive:
        archive.writestr("../outside", "code")
        archive.writestr("inside", "code")
    (tmp_path / "folder").mkdir()
    unpack(tmp_path / "code.zip", tmp_path / "folder", is_zip=True)
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["inside"]
    assert not (tmp_path / "outside").exists()
