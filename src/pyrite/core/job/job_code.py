"""JobCode: module paths and the classes of `__main__`, by which a worker unpickles and runs the user's code."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass, replace

import cloudpickle

from pyrite.core.job.code_pickling import dumps_code


@dataclass(frozen=True)
class JobCode:
    """Makes the user's code available in another process.

    After `install`, classes of the main script are found there as `__main__.Name`, so that their instances can use
    plain pickle, at full speed.
    """

    paths: tuple[str, ...]
    main_classes: dict[str, bytes]
    modules: tuple[str, ...] = ()
    """Pyrite's modules that the program has imported: its functions will probably need them."""

    @staticmethod
    def of_this_process() -> JobCode:
        """The code of the program in this process. Modules are imported by path: all machines need the same paths."""
        main = sys.modules["__main__"]
        classes: dict[str, bytes] = {}
        for name, value in vars(main).items():
            if isinstance(value, type) and value.__module__ == "__main__":
                try:
                    classes[name] = dumps_code(value)
                except Exception:
                    continue
        modules = tuple(name for name in sys.modules if name.startswith("pyrite.datastream"))
        return JobCode(tuple(path for path in sys.path if path), classes, modules)

    def without_paths(self) -> JobCode:
        """A copy for machines with different folders."""
        return replace(self, paths=())

    def preload(self) -> None:
        """Imports the required modules early, while the process is idle."""
        for name in self.modules:
            importlib.import_module(name)

    def install(self) -> None:
        """Call it in the worker, before any user object is unpickled."""
        sys.path.extend(path for path in self.paths if path not in sys.path)
        main = sys.modules["__main__"]
        for name, pickled in self.main_classes.items():
            setattr(main, name, cloudpickle.loads(pickled))
