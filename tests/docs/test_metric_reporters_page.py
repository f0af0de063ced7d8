"""The page of reporters is true: its command runs, its file names reporters, and its classes exist."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from pyrite.cli.main import main
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.configuration_file import read_yaml
from pyrite.core.config.metric_options import reporter_settings
from pyrite.core.config.reporter_options import FACTORY_CLASS, INTERVAL, PATH, PORT
from pyrite.reporters.reporter_loading import REPORTER_CLASSES

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "guide" / "metric_reporters.md").read_text()
JOB = """\
from pyrite.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(1)
env.from_collection(["tea", "cup"]).map(str.upper).name("upper").print()
env.execute("shop")
"""


def test_page_lists_every_class() -> None:
    listed = re.findall(r"^\| `([\w-]+)` \| (?:`(org[\w.]+)`|-)", TEXT, re.MULTILINE)
    assert {word for row in listed for word in row if word} == set(REPORTER_CLASSES)


def test_file_of_the_page_names_two_reporters() -> None:
    settings = reporter_settings(Configuration(read_yaml(TEXT.partition("```yaml\n")[2].partition("```")[0], "page")))
    assert [each.get(FACTORY_CLASS) for each in settings.values()] == ["json-lines", "prometheus"]
    assert settings["prom"].get(PORT)[0] == 9250
    assert (settings["file"].get(PATH), settings["file"].get(INTERVAL)) == ("metrics.jsonl", 30_000)


def test_command_of_the_page_reports_the_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (command,) = [line.strip() for line in TEXT.splitlines() if line.startswith("    pyrite run")]
    monkeypatch.chdir(tmp_path)
    Path("job.py").write_text(JOB)
    assert main(shlex.split(command)[1:]) == 0
    lines = [json.loads(line) for line in Path("metrics.jsonl").read_text().splitlines()]
    values = {line["metric"]: line for line in lines}
    assert values["jobmanager.job.uptime"]["value"] == -1
    read = [line for line in lines if line["metric"] == "taskmanager.job.task.numRecordsIn"]
    assert read[-1]["value"] == 2 and read[-1]["job_name"] == "shop"  # an earlier report of a slow job may have fewer
    assert {"numRecordsInPerSecond", "busyTimeMsPerSecond"} <= {name.rpartition(".")[2] for name in values}
