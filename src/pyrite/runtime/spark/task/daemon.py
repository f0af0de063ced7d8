"""PySpark's daemon, with the modules of a task already imported, so that forked workers have them at once.

A process should have no threads when it is forked. Two of those modules start threads: numpy's OpenBLAS stops its
threads during a fork, and Arrow's second allocator, which nothing uses, is configured to start none.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
import zipimport

from pyspark.daemon import manager

from pyrite.core.machine import keep_freed_memory

_MODULES = ("pyspark.worker", "pyrite.runtime.spark.task.task_shell", "pyrite.datastream", "encodings.idna")


def prepare() -> None:
    """Does the common preparation of all workers once."""
    os.environ["JE_ARROW_MALLOC_CONF"] = "background_thread:false"
    keep_freed_memory()
    for name in _MODULES:
        importlib.import_module(name)
    # PySpark comes from a zip file, which every worker would read again through this importer: 0.1 s.
    for path, importer in list(sys.path_importer_cache.items()):
        if isinstance(importer, zipimport.zipimporter):
            del sys.path_importer_cache[path]
    gc.freeze()  # so that collections in the workers do not touch shared pages


if __name__ == "__main__":
    prepare()
    manager()
