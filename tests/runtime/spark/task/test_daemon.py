"""The daemon that forks workers: it has done what each of them would have to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pyspark

PROGRAM = """
import importlib, sys, time, zipimport
import pyspark
from pyrite.runtime.spark.task.daemon import prepare

assert ".zip" in pyspark.__file__
prepare()
before = set(sys.modules)
import pyspark.worker, pyrite.runtime.spark.task.task_shell
assert set(sys.modules) == before
importlib.invalidate_caches()
assert not [one for one in sys.path_importer_cache.values() if isinstance(one, zipimport.zipimporter)]
import pyspark.sql.streaming.readwriter  # from the zip file still
"""


def test_daemon_has_a_tasks_modules_and_no_zip_file_that_workers_read_again() -> None:
    archives = [str(path) for path in (Path(pyspark.__file__).parent / "python" / "lib").glob("*.zip")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*archives, *sys.path])}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
