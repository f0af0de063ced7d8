"""Jobs on columns under seeded schedulers: each row has its effect once. PYRITE_SEEDS of them in `make test-all`.

A failure names its seed: `python -m tests.whole.simulation.columns --first SEED --seeds 1` runs it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from pyrite.core.blocks.edge_codec import is_arrow
from pyrite.runtime.task.checkpoint.in_flight_reader import InFlightReader
from pyrite.runtime.wire.deployment import InFlightRestore
from pyrite.runtime.wire.frames import FrameKind
from pyrite.runtime.wire.in_flight_items import InFlightItem
from tests.effort import SEEDS
from tests.whole.simulation.columns import SCENARIOS, TURNS, ColumnScenario, name_of, run_part

SAMPLE = 4 * TURNS


class Sample:
    """Some seeds: what was wrong, what happened in each scenario, and how rows in flight were restored."""

    def __init__(self) -> None:
        self.failures: list[str] = []
        self.happened: dict[str, Counter[str]] = {}
        self.restored: Counter[str] = Counter()

    def run(self) -> None:
        for seed in range(SAMPLE):
            failures, happened = run_part(seed, 1)
            self.failures += failures
            self.happened.setdefault(name_of(seed), Counter()).update(happened)

    def count(self, items: Iterator[InFlightItem], restore: InFlightRestore) -> Iterator[InFlightItem]:
        way = "in chain" if restore.edge is None else "by key" if restore.by_key else "on an edge"
        for item in items:
            self.restored[way] += item.records if item.kind == FrameKind.BLOCK and is_arrow(item.payload) else 0
            yield item


@pytest.fixture(scope="module")
def sample() -> Iterator[Sample]:
    made = Sample()
    stored = InFlightReader._stored
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(InFlightReader, "_stored", lambda reader, restore: made.count(stored(reader, restore), restore))
        made.run()
    yield made


def test_every_row_has_its_effect_once(sample: Sample) -> None:
    assert not sample.failures, "\n".join(sample.failures)
    assert sum(happened["runs"] for happened in sample.happened.values()) == SAMPLE


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_every_row_has_its_effect_once_with_many_seeds() -> None:
    failures, _ = run_part(SAMPLE, SEEDS - SAMPLE)
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_scenario_has_what_its_name_says(scenario: ColumnScenario, sample: Sample) -> None:
    """Else its seeds would prove nothing."""
    happened = sample.happened[scenario.name]
    assert happened["restarts"] > 0
    assert (happened["checkpoints"] > 6) is not scenario.batch
    assert (happened["rescales"] > 3) is bool(scenario.wishes)


def test_columns_in_flight_are_restored_in_every_way(sample: Sample) -> None:
    assert all(sample.restored[way] > 3 for way in ("on an edge", "by key", "in chain")), sample.restored
