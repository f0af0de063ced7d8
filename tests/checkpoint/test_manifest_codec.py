"""Manifests as bytes."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.checkpoint import manifest_codec
from pyrite.checkpoint.manifest import VERSION, CheckpointMetrics, Manifest, OperatorState
from pyrite.checkpoint.manifest_codec import decode_manifest, encode_manifest, seal
from pyrite.core.errors import CheckpointError, CorruptStateError
from pyrite.state.handles import FileRef, KeyedHandle, StoredOperatorState
from tests.checkpoint.jobs import manifest_of

NUMBERS = st.integers(0, 1 << 40)
st.register_type_strategy(
    FileRef, st.builds(FileRef, st.text(max_size=9), NUMBERS, NUMBERS, st.none() | st.binary(max_size=20))
)
TIMES = st.floats(0, 1e9)
st.register_type_strategy(CheckpointMetrics, st.builds(CheckpointMetrics, TIMES, TIMES, TIMES, TIMES))
MANIFESTS = st.from_type(Manifest).map(lambda manifest: replace(manifest, version=VERSION))


@settings(max_examples=25, deadline=None)
@given(MANIFESTS)
def test_manifest_is_the_same_after_encoding(manifest: Manifest) -> None:
    assert decode_manifest(encode_manifest(manifest)) == manifest


def test_manifest_is_text_and_holds_no_pickle() -> None:
    ref = FileRef("", 3, 1, pickle.dumps("state"))
    data = encode_manifest(manifest_of(7, 2, (ref,)))
    assert data.startswith(b"pyrite-manifest 1 ")
    assert data.decode("ascii")
    assert pickle.dumps("state") not in data


@pytest.mark.parametrize("cut", [0, 5, 30, 100, -1])
def test_truncated_manifest_is_detected(cut: int) -> None:
    data = encode_manifest(manifest_of(7, 2))
    with pytest.raises(CorruptStateError, match=r"chk-7/_metadata: expected"):
        decode_manifest(data[:cut], "chk-7/_metadata")


def test_manifest_with_a_changed_byte_is_detected() -> None:
    data = bytearray(encode_manifest(manifest_of(7, 2)))
    for position in range(len(data)):
        data[position] ^= 1
        with pytest.raises((CorruptStateError, CheckpointError)):
            decode_manifest(bytes(data))
        data[position] ^= 1


def test_manifest_of_a_later_version_is_refused() -> None:
    with pytest.raises(CheckpointError, match="format version 99, this Pyrite reads up to 1"):
        decode_manifest(encode_manifest(replace(manifest_of(7, 2), version=99)))


def test_keys_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = StoredOperatorState(KeyedHandle("hashmap", 0, 127, ()))
    manifest = replace(manifest_of(7, 2), operators={"op": OperatorState("op", "Op", "", 1, 128, {0: state})})
    with monkeypatch.context() as later:
        later.setattr(manifest_codec, "KEY_VERSION", 2)
        data = encode_manifest(manifest)
    with pytest.raises(CheckpointError, match="keys of version 2, this Pyrite reads version 1"):
        decode_manifest(data)


def test_manifest_with_unexpected_fields_is_corrupt() -> None:
    with pytest.raises(CorruptStateError, match="not a manifest"):
        decode_manifest(seal("pyrite-manifest", 1, {"job_id": 1}))


@pytest.mark.parametrize("content", [[], {"operators": []}, 7, None])
def test_content_that_is_no_manifest_is_refused(content: object) -> None:
    with pytest.raises(CorruptStateError, match="not a manifest"):
        decode_manifest(seal(manifest_codec.MAGIC, VERSION, content))
