"""JobCode: what a worker needs to run and unpickle the user's code: module paths, and the classes of `__main__`."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass, replace

import cloudpickle

from pyrite.core.job.code_pickling import dumps_code


@dataclass(frozen=True)
class JobCode:
    """Makes the user's code known in another process.

    A class of the main script is known there as `__main__.Name` after `install`, so that its instances travel by plain
    pickle, at full speed.
    """

    paths: tuple[str, ...]
    main_classes: dict[str, bytes]
    modules: tuple[str, ...] = ()
    """Modules of Pyrite's own that the program has imported: its functions will want them."""

    @staticmethod
    def of_this_process() -> JobCode:
        """The code of a program that runs here. Modules are imported by path, so paths must be the same there."""
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
        """For machines with folders of their own."""
        return replace(self, paths=())

    def preload(self) -> None:
        """Imports what will be needed, while there is nothing else to do."""
        for name in self.modules:
            importlib.import_module(name)

    def install(self) -> None:
        """Call it in the worker, before anything of the user's is unpickled."""
        sys.path.extend(path for path in self.paths if path not in sys.path)
        main = sys.modules["__main__"]
        for name, pickled in self.main_classes.items():
            setattr(main, name, cloudpickle.loads(pickled))
