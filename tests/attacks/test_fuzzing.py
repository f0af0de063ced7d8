"""What a stranger may send to a job, or put into its checkpoints, is refused with an error: no crash, no hang."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import random
import socket
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.checkpoint.manifest import VERSION
from pyrite.checkpoint.manifest_codec import MAGIC, decode_manifest, encode_manifest, seal
from pyrite.core.errors import CheckpointError, ControlConnectionError, CorruptStateError, ExchangeIntrusionError
from pyrite.runtime.spark.control_protocol import Connection, connect, decode_registration, encode_registration
from pyrite.runtime.spark.task.task_output import RegisterOutput
from pyrite.runtime.spark.task.watchdog import RegisterWatchdog
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.frame_seals import FrameOpener, FrameSealer
from pyrite.runtime.wire.frames import FrameKind, restored
from pyrite.state.handles import FileRef
from pyrite.storage.signing_key import SigningKey
from tests.attacks.forged_frames import Touch
from tests.attacks.mutation import fuzz, fuzzed, mutated, mutated_json
from tests.checkpoint.jobs import manifest_of
from tests.runtime.spark.driver.test_control_server import REGISTER, TASK, Driver

SECRET = os.urandom(32)

UNSIGNED = SigningKey()


@pytest.fixture
def code_that_runs(tmp_path: Path) -> Iterator[bytes]:
    """A pickle that creates a file when it is loaded, which none of the attacks may achieve."""
    path = tmp_path / "code_has_run"
    yield pickle.dumps(Touch(path))
    assert not path.exists()


@fuzzed
def test_frames(seconds: float, code_that_runs: bytes) -> None:
    frames = [restored(0, 0, FrameKind.BLOCK, b"records" * size, 7) for size in (0, 1, 1000)]
    own, foreign = FrameSealer(SECRET, 1, 2), FrameSealer(os.urandom(32), 1, 2)
    seeds = [b"".join(own.seal(0, frame)) for frame in frames]
    hostile = [*seeds, *(b"".join(foreign.seal(0, frame)) for frame in frames), b"".join(own.seal(1, frames[0]))]
    hostile += [code_that_runs, restored(0, 0, FrameKind.BLOCK, code_that_runs, 1)]

    def attempt(rng: random.Random) -> None:
        with contextlib.suppress(ExchangeIntrusionError):
            assert FrameOpener(SECRET, 2, 0).open(mutated(rng, hostile)) in frames

    assert fuzz(seconds, attempt) > 100


def sealed_text(body: bytes) -> bytes:
    """A manifest with the right checksum, whose content may be no JSON."""
    title = f"{MAGIC} {VERSION}".encode()
    return title + f" {zlib.crc32(body, zlib.crc32(title)):08x}\n".encode() + body


@fuzzed
def test_manifests(seconds: float, code_that_runs: bytes) -> None:
    refs = (FileRef("", 3, 1, code_that_runs), FileRef("shared/a", 3, 1))
    seeds = [encode_manifest(manifest_of(7, 2, refs), UNSIGNED), encode_manifest(manifest_of(1, 1), UNSIGNED)]
    documents = [json.loads(seed.partition(b"\n")[2]) for seed in seeds]

    def attempt(rng: random.Random) -> None:
        data = mutated(rng, seeds)
        if rng.random() < 0.7:  # a stranger can compute the checksum, too
            document = rng.choice(documents)
            data = seal(MAGIC, VERSION, mutated_json(rng, document), UNSIGNED)
            if rng.random() < 0.1:
                data = sealed_text(mutated(rng, [json.dumps(document).encode(), b"[" * 100_000]))
        with contextlib.suppress(CorruptStateError, CheckpointError):
            decode_manifest(data, "_metadata", UNSIGNED)

    assert fuzz(seconds, attempt) > 100


REGISTRATIONS: tuple[type[Any], ...] = (messages.Register, RegisterWatchdog, RegisterOutput)


@fuzzed
def test_registrations(seconds: float, code_that_runs: bytes) -> None:
    valid = encode_registration(REGISTER)

    def attempt(rng: random.Random) -> None:
        data = mutated(rng, [valid, code_that_runs])
        if rng.random() < 0.5:
            data = json.dumps(mutated_json(rng, json.loads(valid))).encode()
        with contextlib.suppress(ControlConnectionError):
            decode_registration(data, REGISTRATIONS)

    assert fuzz(seconds, attempt) > 100


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver()
    yield made
    made.server.close()


def speak(driver: Driver, rng: random.Random, seeds: list[bytes]) -> None:
    """A stranger who has no secret."""
    with socket.create_connection(("127.0.0.1", driver.server.port), timeout=5) as stranger:
        stranger.recv(32, socket.MSG_WAITALL)
        with contextlib.suppress(OSError):
            for _ in range(rng.randint(1, 3)):
                stranger.sendall(mutated(rng, seeds))


def change_in_transit(driver: Driver, rng: random.Random, seeds: list[bytes]) -> None:
    """A task whose messages somebody changes on their way, before it has registered."""
    task = connect(driver.endpoint)
    with contextlib.closing(task), contextlib.suppress(OSError):
        sealed = task._outgoing.seal(encode_registration(REGISTER))
        changed = mutated(rng, [sealed, *seeds])
        if changed.startswith(sealed):
            changed = changed[1:]
        task._socket.sendall(changed)


def assert_is_served(driver: Driver, task: Connection) -> None:
    driver.server.send(TASK, messages.Stop())
    assert task.receive() == messages.Stop()


@fuzzed
def test_handshakes(seconds: float, code_that_runs: bytes, driver: Driver) -> None:
    seeds = [os.urandom(64), bytes(64), len(code_that_runs).to_bytes(8, "little") + code_that_runs]
    task = driver.task()

    def attempt(rng: random.Random) -> None:
        speak(driver, rng, seeds)
        change_in_transit(driver, rng, seeds)
        assert_is_served(driver, task)

    assert fuzz(seconds, attempt) > 5
    assert driver.events.empty()
