"""What it costs to seal the frames between tasks: the keyed work with seals, as by default, against plain frames."""

from __future__ import annotations

from typing import Final

from benchmarks.results import Result
from benchmarks.throughput import our_rate
from pyrite.core.config.options import SEAL_FRAMES

NAME: Final = "sealed_frames"
_WORK: Final = "keyed_state_1k"


def measure() -> list[Result]:
    plain, rounds_plain = our_rate(_WORK, "--set", f"{SEAL_FRAMES.key}=false")
    sealed, rounds = our_rate(_WORK)
    note = f"{_WORK}; sealed: {rounds}; plain: {rounds_plain}"
    return [Result(NAME, sealed.per_second, "plain", plain.per_second, note=note).with_cpu(sealed, plain)]
