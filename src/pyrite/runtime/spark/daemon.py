"""PySpark's daemon, with the modules of a task already imported: each worker it forks has them at once.

A process should have no threads when it is forked. Of those modules two start some: numpy's OpenBLAS ends its own for
the moment of a fork, and Arrow's second allocator, which nothing uses, is asked to start none.
"""

from __future__ import annotations

import gc
import importlib
import os

from pyspark.daemon import manager

_MODULES = ("pyspark.worker", "pyrite.runtime.spark.task_shell", "pyrite.datastream")


def main() -> None:
    os.environ["JE_ARROW_MALLOC_CONF"] = "background_thread:false"
    for name in _MODULES:
        importlib.import_module(name)
    gc.freeze()  # so that collections in the workers leave shared pages alone
    manager()


if __name__ == "__main__":
    main()
