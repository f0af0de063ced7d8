"""Bad input: every case has a clear error of Flink's shape, and leaves no thread, file, process or descriptor."""

from __future__ import annotations

import asyncio
import io
import os
import re
import shutil
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

import httpx
import psutil
import pytest

from pyrite.control.rest import uploaded_programs
from pyrite.control.rest.services import RestSettings
from tests.control.full_disk import full_disk
from tests.control.rest.memory_gateway import RUNNING, MemoryGateway, rest_client


def _archive(**files: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def _counts(folder: Path) -> tuple[int, int, int, list[str]]:
    process = psutil.Process()
    files = sorted(path.name for path in folder.iterdir())
    return threading.active_count(), process.num_fds(), len(process.children()), files


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path) -> Iterator[None]:
    """Counts what there is before and after."""
    asyncio.run(_warm_up(tmp_path))
    before = _counts(tmp_path)
    yield
    until = time.monotonic() + 5
    while (after := _counts(tmp_path)) != before and time.monotonic() < until:
        time.sleep(0.01)
    assert after == before


async def _warm_up(folder: Path) -> None:
    await _upload(folder, "x.txt", b"")


async def _upload(folder: Path, name: str, content: bytes, most_bytes: int = 1 << 20) -> tuple[int, Any]:
    settings = RestSettings(upload_folder=folder, max_content_bytes=most_bytes)
    async with rest_client(MemoryGateway(), settings) as client:
        answer = await client.post("/jars/upload", files={"jarfile": (name, content)})
        return answer.status_code, answer.json()


def _refused(answer: tuple[int, Any], status: int, *words: str) -> None:
    got, content = answer
    assert got == status, content
    assert list(content) == ["errors"]
    assert all(word in content["errors"][0] for word in words), content


def test_program_that_does_not_compile_is_refused(tmp_path: Path) -> None:
    _refused(asyncio.run(_upload(tmp_path, "job.py", b"x = 1\ndef f(:\n")), 400, "job.py, line 2", "invalid syntax")


def test_archive_with_a_broken_module_is_refused(tmp_path: Path) -> None:
    answer = asyncio.run(_upload(tmp_path, "job.zip", _archive(**{"a.py": "def f("})))
    _refused(answer, 400, "job.zip/a.py, line 1")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_archive_that_would_unpack_to_gigabytes_at_once_is_refused(tmp_path: Path, method: int) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as archive:
        archive.writestr("a.py", b"#" * (64 << 20))
    before = psutil.Process().memory_info().rss
    _refused(asyncio.run(_upload(tmp_path, "job.zip", content.getvalue())), 400, "a method other than deflate")
    assert psutil.Process().memory_info().rss - before < 32 << 20


def test_archive_that_unpacks_to_more_than_the_limit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploaded_programs, "_MOST_UNPACKED_BYTES", 1 << 20)
    archive = _archive(**{"a.py": "x = 1", "data": "#" * (2 << 20)})
    _refused(asyncio.run(_upload(tmp_path, "job.zip", archive, most_bytes=4 << 20)), 413, "unpacks to 2 MB")


def test_script_that_is_too_large_to_be_parsed_is_refused(tmp_path: Path) -> None:
    answer = asyncio.run(_upload(tmp_path, "job.py", b"#" * (3 << 20), most_bytes=4 << 20))
    _refused(answer, 413, "larger than 2 MB")


def test_programs_that_exceed_the_quota_together_are_refused(tmp_path: Path) -> None:
    async def send() -> list[tuple[int, Any]]:
        settings = RestSettings(upload_folder=tmp_path / "programs", upload_quota_bytes=100)
        async with rest_client(MemoryGateway(), settings) as client:
            answers = [
                await client.post("/jars/upload", files={"jarfile": ("job.py", b"#" * size)}) for size in (60, 60, 40)
            ]
            return [(answer.status_code, answer.json()) for answer in answers]

    accepted, refused, last = asyncio.run(send())
    assert (accepted[0], last[0]) == (200, 200)
    _refused(refused, 413, "Uploaded programs take 60 of 100 bytes", "web.upload.max-total-size")
    shutil.rmtree(tmp_path / "programs")


def test_body_that_would_block_other_requests_while_it_is_parsed_is_refused() -> None:
    async def send() -> tuple[int, Any]:
        async with rest_client(MemoryGateway(), RestSettings()) as client:
            answer = await client.post(f"/jobs/{RUNNING}/savepoints", content=b" " * (2 << 20))
            return answer.status_code, answer.json()

    _refused(asyncio.run(send()), 413, "the limit is 1048576 bytes")


def test_internal_error_has_an_id_and_no_trace(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def send() -> tuple[int, Any]:
        gateway = MemoryGateway()
        monkeypatch.setattr(gateway, "jobs", None)
        async with rest_client(gateway, RestSettings()) as client:
            answer = await client.get("/jobs/overview")
            return answer.status_code, answer.json()

    status, content = asyncio.run(send())
    found = re.fullmatch(r"Internal server error (\w{8}): the server's log has the cause.", content["errors"][0])
    assert status == 500 and found is not None, content
    assert f"{found[1]}: GET /jobs/overview" in caplog.text and "Traceback" in caplog.text


@pytest.mark.parametrize("member", ["../evil.py", "a/../../evil.py", "/etc/evil.py", "..\\evil.py", "C:\\evil.py"])
def test_archive_that_leaves_its_folder_is_refused(tmp_path: Path, member: str) -> None:
    answer = asyncio.run(_upload(tmp_path, "job.zip", _archive(**{member: "x = 1"})))
    _refused(answer, 400, "outside of its folder", "evil.py")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [("job.zip", b"not one", "is not an archive"), ("job.jar", b"", ".py, .zip, .whl"), ("../job.txt", b"", "job.txt")],
)
def test_other_files_are_refused(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    _refused(asyncio.run(_upload(tmp_path, name, content)), 400, words)


def test_upload_that_is_too_large_is_refused(tmp_path: Path) -> None:
    answer = asyncio.run(_upload(tmp_path, "job.py", b"x" * 5000, most_bytes=4000))
    _refused(answer, 413, "rest.server.max-content-length", "4000")


def test_upload_that_does_not_say_its_size_is_refused_where_it_becomes_too_large(tmp_path: Path) -> None:
    async def endless() -> Any:
        yield b'--b\r\nContent-Disposition: form-data; name="jarfile"; filename="a.py"\r\n\r\n'
        for _ in range(100):
            yield b"# more\n" * 10

    async def send() -> tuple[int, Any]:
        settings = RestSettings(upload_folder=tmp_path, max_content_bytes=2000)
        async with rest_client(MemoryGateway(), settings) as client:
            kind = {"content-type": "multipart/form-data; boundary=b"}
            answer = await client.post("/jars/upload", content=endless(), headers=kind)
            return answer.status_code, answer.json()

    _refused(asyncio.run(send()), 413, "too large")


def test_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(content: Any, target: Path) -> None:
        target.write_bytes(b"half")
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(uploaded_programs, "_copy", full)
    _refused(asyncio.run(_upload(tmp_path, "job.py", b"x = 1")), 500, "No space left on device")


def test_full_disk_of_temporary_files_is_named(tmp_path: Path) -> None:
    with full_disk():
        answer = asyncio.run(_upload(tmp_path, "job.py", b"#" * (2 << 20), most_bytes=4 << 20))
    _refused(answer, 500, "The program could not be stored in ")


async def _run(
    folder: Path, name: str, content: bytes, body: dict[str, Any], gateway: Optional[MemoryGateway] = None
) -> tuple[int, Any]:
    gateway = gateway or MemoryGateway()
    async with rest_client(gateway, RestSettings(upload_folder=folder)) as client:
        await client.post("/jars/upload", files={"jarfile": (name, content)})
        program = (await client.get("/jars")).json()["files"][0]["id"]
        answer = await client.post(f"/jars/{program}/run", json=body)
        await client.delete(f"/jars/{program}")
        assert answer.status_code == 200 or not gateway.submitted
        return answer.status_code, answer.json()


def test_missing_entry_point_is_named(tmp_path: Path) -> None:
    archive = _archive(**{"jobs/words.py": "x = 1"})
    _refused(asyncio.run(_run(tmp_path, "job.zip", archive, {})), 400, "entryClass")
    _refused(asyncio.run(_run(tmp_path, "job.zip", archive, {"entryClass": "jobs.sums"})), 400, "'jobs.sums'")
    assert asyncio.run(_run(tmp_path, "job.zip", archive, {"entryClass": "jobs.words:main"}))[0] == 200


@pytest.mark.parametrize(
    ("name", "entry", "expected"), [("job.py", "job", ""), ("job.py", "main", "main"), ("job.zip", "jobs", "jobs")]
)
def test_entry_point_is_passed_on_unless_it_is_the_script_itself(
    tmp_path: Path, name: str, entry: str, expected: str
) -> None:
    gateway = MemoryGateway()
    content = b"x = 1" if name == "job.py" else _archive(**{"jobs/__main__.py": "x = 1"})
    assert asyncio.run(_run(tmp_path, name, content, {"entryClass": entry}, gateway))[0] == 200
    assert [program.entry for program in gateway.submitted] == [expected]


def test_second_program_of_a_job_id_is_refused(tmp_path: Path) -> None:
    answer = asyncio.run(_run(tmp_path, "job.py", b"x = 1", {"jobId": RUNNING}))
    _refused(answer, 400, "Could not execute application", "is RUNNING")


def test_slow_client_is_given_up(tmp_path: Path) -> None:
    async def slow() -> Any:
        yield b"{"
        await asyncio.sleep(60)
        yield b"}"

    async def send() -> tuple[int, Any]:
        gateway = MemoryGateway()
        async with rest_client(gateway, RestSettings(request_timeout_s=0.05)) as client:
            asked = asyncio.create_task(client.post(f"/jobs/{RUNNING}/savepoints", content=slow()))
            others = await asyncio.gather(*(client.get("/jobs/overview") for _ in range(5)))
            assert [one.status_code for one in others] == [200] * 5
            answer = await asked
            return answer.status_code, answer.json()

    _refused(asyncio.run(send()), 408, "did not arrive")


def test_two_hundred_requests_at_once_are_answered(tmp_path: Path) -> None:
    async def send() -> None:
        gateway = MemoryGateway()
        settings = RestSettings(document_age_s=5.0)
        async with rest_client(gateway, settings) as client:
            answers: list[httpx.Response] = await asyncio.gather(*(client.get(f"/jobs/{RUNNING}") for _ in range(200)))
        assert {answer.status_code for answer in answers} == {200}
        assert gateway.asked == 1  # they share what the driver has answered

    asyncio.run(send())


@pytest.mark.parametrize(
    "path", ["/jobs/%00", "/jobs/..%2f..%2fetc", "/jobs/" + "a" * 65, "/jobs/é", "/jobs/xyz/vertices/1"]
)
def test_malformed_job_id_is_refused(tmp_path: Path, path: str) -> None:
    async def send() -> tuple[int, Any]:
        async with rest_client(MemoryGateway()) as client:
            answer = await client.get(path)
            return answer.status_code, answer.json()

    status, content = asyncio.run(send())
    assert status in (400, 404) and list(content) == ["errors"]


@pytest.mark.parametrize("name", ["../../etc/passwd", "%2e%2e%2fsecret", "jobmanager.log/../secret", "submission.json"])
def test_log_files_are_those_of_the_folder(tmp_path: Path, name: str) -> None:
    async def send() -> int:
        settings = RestSettings(log_folder=tmp_path)
        async with rest_client(MemoryGateway(), settings) as client:
            return (await client.get(f"/jobmanager/logs/{name}")).status_code

    assert asyncio.run(send()) == 404
