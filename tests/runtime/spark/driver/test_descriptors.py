"""Jobs that would need more file descriptors than Spark's JVM may have are refused before they start."""

from __future__ import annotations

import resource

import pytest

from pyrite.core.errors import SlotsUnavailableError
from pyrite.runtime.spark.driver.attempt_runner import check_descriptors, descriptors_needed
from tests.runtime.wide_job import graph_of


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (1024, 20_000))


def test_need_grows_with_the_pairs_of_neighbouring_levels() -> None:
    small, large = descriptors_needed(graph_of(10)), descriptors_needed(graph_of(100))
    assert small < 1_000
    assert 50_000 < large < 60_000


@pytest.mark.usefixtures("limit")
def test_job_that_fits_is_let_through() -> None:
    check_descriptors(graph_of(50), "local[2]")


@pytest.mark.usefixtures("limit")
def test_job_that_does_not_is_refused_with_the_numbers_and_what_to_do() -> None:
    with pytest.raises(SlotsUnavailableError) as refused:
        check_descriptors(graph_of(150), "local[2]")
    assert "about 116,100 file descriptors in Spark's JVM, whose limit is 20,000" in str(refused.value)
    assert "(150 x 150)" in str(refused.value)
    assert "ulimit -Hn" in str(refused.value)


@pytest.mark.usefixtures("limit")
def test_cluster_is_not_judged_by_the_limits_of_this_machine() -> None:
    check_descriptors(graph_of(150), "spark://host:7077")


def test_no_limit_fits_every_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (1024, resource.RLIM_INFINITY))
    check_descriptors(graph_of(150), "local[2]")
