"""PySpark's daemon, with the modules of a task already imported: each worker it forks has them at once.

A process should have no threads when it is forked. Of those modules two start some: numpy's OpenBLAS ends its own for
the moment of a fork, and Arrow's second allocator, which nothing uses, is asked to start none.
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
    """Does once what each worker would do."""
    os.environ["JE_ARROW_MALLOC_CONF"] = "background_thread:false"
    keep_freed_memory()
    for name in _MODULES:
        importlib.import_module(name)
    # PySpark comes from a zip file, and each worker has every importer read its files again: 0.1 s for this one.
    for path, importer in list(sys.path_importer_cache.items()):
        if isinstance(importer, zipimport.zipimporter):
            del sys.path_importer_cache[path]
    gc.freeze()  # so that collections in the workers leave shared pages alone


if __name__ == "__main__":
    prepare()
    manager()
