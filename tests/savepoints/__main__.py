"""`make savepoints`: records the savepoints and plans in this folder again, with the Pyrite of this working tree.

Tests then read what an earlier process wrote. Until 0.1.0 is tagged, a change of a format is followed by this. What a
release has recorded is never recorded again: later versions read it, beside recordings of their own.
"""

from __future__ import annotations

import subprocess
import sys

from tests.relational.compiled import test_compiled_plans
from tests.savepoints import features, sql_plans


def main() -> None:
    features.main()
    sql_plans.main()
    test_compiled_plans.write_names()
    # A program of a user's: its classes are of `__main__`.
    subprocess.run([sys.executable, "-m", "tests.savepoints.spark_job"], check=True)


if __name__ == "__main__":
    main()
