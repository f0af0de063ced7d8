"""Manifests as bytes."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.checkpoint import manifest_codec
from pyrite.checkpoint.manifest import VERSION, CheckpointMetrics, Manifest, OperatorState
from pyrite.checkpoint.manifest_codec import decode_manifest, encode_manifest, seal
from pyrite.core.errors import CheckpointError, CorruptStateError
from pyrite.state.handles import FileRef, KeyedHandle, StoredOperatorState
from pyrite.storage.signing_key import SigningKey
from tests.checkpoint.jobs import manifest_of

NO_KEY = SigningKey()
NUMBERS = st.integers(0, 1 << 40)
DATA = st.none() | st.binary(max_size=20)
st.register_type_strategy(FileRef, st.builds(FileRef, st.text(max_size=9), NUMBERS, NUMBERS, DATA, st.text(max_size=9)))
TIMES = st.floats(0, 1e9)
st.register_type_strategy(CheckpointMetrics, st.builds(CheckpointMetrics, TIMES, TIMES, TIMES, TIMES))
MANIFESTS = st.from_type(Manifest).map(lambda manifest: replace(manifest, version=VERSION))


def encode(manifest: Manifest, key: SigningKey = NO_KEY) -> bytes:
    return encode_manifest(manifest, key)


def decode(data: bytes, file: str = "_metadata", key: SigningKey = NO_KEY) -> Manifest:
    return decode_manifest(data, file, key)


@settings(max_examples=25, deadline=None)
@given(MANIFESTS)
def test_manifest_is_the_same_after_encoding(manifest: Manifest) -> None:
    assert decode(encode(manifest)) == manifest


def test_manifest_is_text_and_holds_no_pickle() -> None:
    ref = FileRef("", 3, 1, pickle.dumps("state"))
    data = encode(manifest_of(7, 2, (ref,)))
    assert data.startswith(b"pyrite-manifest 1 ")
    assert data.decode("ascii")
    assert pickle.dumps("state") not in data


@pytest.mark.parametrize("cut", [0, 5, 30, 100, -1])
def test_truncated_manifest_is_detected(cut: int) -> None:
    data = encode(manifest_of(7, 2))
    with pytest.raises(CorruptStateError, match=r"chk-7/_metadata: expected"):
        decode(data[:cut], "chk-7/_metadata")


def test_manifest_with_a_changed_byte_is_detected() -> None:
    data = bytearray(encode(manifest_of(7, 2)))
    for position in range(len(data)):
        data[position] ^= 1
        with pytest.raises((CorruptStateError, CheckpointError)):
            decode(bytes(data))
        data[position] ^= 1


def test_manifest_of_a_later_version_is_refused() -> None:
    with pytest.raises(CheckpointError, match="format version 99, this Pyrite reads up to 1"):
        decode(encode(replace(manifest_of(7, 2), version=99)))


def test_keys_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = StoredOperatorState(KeyedHandle("hashmap", 0, 127, ()))
    manifest = replace(manifest_of(7, 2), operators={"op": OperatorState("op", "Op", "", 1, 128, {0: state})})
    with monkeypatch.context() as later:
        later.setattr(manifest_codec, "KEY_VERSION", 2)
        data = encode(manifest)
    with pytest.raises(CheckpointError, match="keys of version 2, this Pyrite reads version 1"):
        decode(data)


def test_manifest_with_unexpected_fields_is_corrupt() -> None:
    with pytest.raises(CorruptStateError, match="not a manifest"):
        decode(seal("pyrite-manifest", 1, {"job_id": 1}, SigningKey()))


@pytest.mark.parametrize("content", [[], {"operators": []}, 7, None])
def test_content_that_is_no_manifest_is_refused(content: object) -> None:
    with pytest.raises(CorruptStateError, match="not a manifest"):
        decode(seal(manifest_codec.MAGIC, VERSION, content, NO_KEY))


# Signatures -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def key(tmp_path: Path) -> SigningKey:
    return key_in(tmp_path / "key", "a" * 32)


def key_in(file: Path, text: str) -> SigningKey:
    file.touch(0o600)
    file.write_text(text)
    return SigningKey(str(file))


def signed_manifest() -> Manifest:
    state = StoredOperatorState(KeyedHandle("hashmap", 0, 127, (FileRef("shared/a1", 3, 1, None, "abc"),)))
    return replace(manifest_of(7, 2), operators={"op": OperatorState("op", "Op", "", 1, 128, {0: state})})


def test_signed_manifest_is_read_with_the_key_and_without_one(key: SigningKey) -> None:
    data = encode(signed_manifest(), key)
    assert decode(data, key=key) == decode(data) == signed_manifest()


def test_unsigned_manifest_is_refused_with_a_key(key: SigningKey) -> None:
    with pytest.raises(CheckpointError, match=r"chk-7/_metadata is not signed .*pyrite checkpoints sign"):
        decode(encode(signed_manifest()), "chk-7/_metadata", key)


def test_manifest_that_was_changed_by_a_stranger_is_refused(key: SigningKey) -> None:
    """The stranger has made the checksum fit."""
    head, _, _ = encode(signed_manifest(), key).partition(b"\n")
    other = encode(replace(signed_manifest(), job_name="evil"))
    forged = other.replace(b"\n", b" " + head.split(b" ")[3] + b"\n", 1)
    assert decode(forged).job_name == "evil"
    with pytest.raises(CheckpointError, match="signed with another key"):
        decode(forged, key=key)


def test_former_key_is_accepted_while_a_new_one_signs(key: SigningKey, tmp_path: Path) -> None:
    both = key_in(tmp_path / "both", "b" * 32 + "\n" + "a" * 32 + "\n")
    assert decode(encode(signed_manifest(), key), key=both) == signed_manifest()
    with pytest.raises(CheckpointError, match="signed with another key"):
        decode(encode(signed_manifest(), both), key=key)


def test_file_without_a_digest_cannot_be_signed(key: SigningKey) -> None:
    ref = FileRef("shared/a1", 3, 1)
    state = StoredOperatorState(KeyedHandle("hashmap", 0, 127, (ref,)))
    manifest = replace(manifest_of(7, 2), operators={"op": OperatorState("op", "Op", "", 1, 128, {0: state})})
    with pytest.raises(CheckpointError, match="shared/a1 was written without state"):
        encode(manifest, key)
