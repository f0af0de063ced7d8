"""A batch job on Spark with `failover-strategy: region`: a failed stage runs again, and those before it do not."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.connectors.builtin.terminal import DiscardingSink
from tests.spark import batch_stages
from tests.spark.batch_stages import RECORDS, counting, hidden, program, runs, written
from tests.spark.cluster import RunningCluster, kill, running_cluster
from tests.spark.processes import wait_until

SOON_S = 180.0
ONCE = {f"{stage} {subtask}": 1 for stage in ("read", "count", "write") for subtask in (0, 1)}


def assert_exact(folder: Path) -> None:
    assert written(folder) == list(range(1, RECORDS + 1))
    assert hidden(folder) == []


def test_earlier_stages_do_not_run_again_when_a_task_of_the_second_is_killed(tmp_path: Path) -> None:
    (tmp_path / "count-1-trouble").write_text("kill")
    program(tmp_path, {}).execute()
    found = runs(tmp_path)
    assert found["count 1"] == 2 and found["read 0"] == found["read 1"] == found["write 0"] == found["write 1"] == 1
    assert_exact(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["kill", "raise"])
@pytest.mark.parametrize("stage", ["read", "count", "write"])
def test_failed_stage_runs_again_alone(tmp_path: Path, stage: str, kind: str) -> None:
    (tmp_path / f"{stage}-0-trouble").write_text(kind)
    program(tmp_path, {}).execute()
    found = runs(tmp_path)
    others = {name: count for name, count in found.items() if not name.startswith(stage)}
    assert others == {name: 1 for name in ONCE if not name.startswith(stage)}
    assert found[f"{stage} 0"] == 2 and found[f"{stage} 1"] in (1, 2)
    assert_exact(tmp_path)


@pytest.mark.slow
def test_job_fails_with_the_first_cause_when_the_restart_strategy_gives_up(tmp_path: Path) -> None:
    (tmp_path / "count-0-trouble").write_text("raise")
    (tmp_path / "count-1-trouble").write_text("raise")
    with pytest.raises(Exception, match="count does not work today"):
        program(tmp_path, {"restart-strategy.type": "none"}).execute()
    assert written(tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["full", "region"])
def test_records_are_collected_once_when_their_stage_runs_again(tmp_path: Path, strategy: str) -> None:
    (tmp_path / "count-1-trouble").write_text("raise")
    _, counted = counting(tmp_path, {"jobmanager.execution.failover-strategy": strategy})
    assert sorted(counted.execute_and_collect()) == list(range(1, RECORDS + 1))
    assert runs(tmp_path)["read 0"] == (2 if strategy == "full" else 1)


@pytest.mark.slow
def test_whole_job_restarts_when_the_failed_task_has_a_sink_that_writes_at_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "write-0-trouble").write_text("raise")
    program(tmp_path, {}, DiscardingSink()).execute()
    assert {name: count for name, count in runs(tmp_path).items() if "write" not in name} == {
        name: 2 for name in ONCE if "write" not in name
    }
    assert "writes records before the job commits" in caplog.text


@pytest.fixture
def cluster() -> Iterator[RunningCluster]:
    with running_cluster(workers=2, cores=1, memory="1g") as running:
        yield running


@pytest.mark.slow
@pytest.mark.parametrize("waits", ["count", "write"])
def test_stages_whose_output_is_lost_with_an_executor_run_again(
    cluster: RunningCluster, tmp_path: Path, waits: str
) -> None:
    """The executor has run tasks of the stages before: what it keeps of them is gone with it."""
    trouble = tmp_path / f"{waits}-1-trouble"
    trouble.write_text("wait")
    settings = json.dumps({**cluster.settings, "spark.executor.memory": "512m", "spark.task.cpus": "1"})
    script = [sys.executable, str(Path(batch_stages.__file__)), str(tmp_path), settings]
    with subprocess.Popen(script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as driver:
        try:
            wait_until(trouble.with_suffix(".waiting").exists, SOON_S, "the stage under way")
            kill(cluster.executor_pids()[0])
            trouble.unlink()
            output, _ = driver.communicate(timeout=SOON_S)
        finally:
            driver.kill()
    assert driver.returncode == 0, output
    assert_exact(tmp_path)
    found = runs(tmp_path)
    assert max(found.values()) > 1 and sum(found.values()) < 2 * len(ONCE), found
