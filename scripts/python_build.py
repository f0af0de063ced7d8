"""Prints the version of the Python that runs it and how that was built: `3.11.2, optimized`.

Fails if Pyrite cannot be set up with it. An interpreter built with profile-guided optimization runs Pyrite's loops in
three quarters of the time. Python's own flags show it, but not in Debian's packages, which are the ones below /usr.
"""

import sys
import sysconfig


def python_build():
    flags = sysconfig.get_config_var("CONFIG_ARGS") or ""
    is_optimized = "--enable-optimizations" in flags or sys.base_prefix == "/usr"
    version = ".".join(map(str, sys.version_info[:3]))
    return version + (", optimized" if is_optimized else ", not optimized")


if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 - setup asks older ones, too
        sys.exit("Python 3.11 or newer is needed")
    import ensurepip  # noqa: F401 - Debian has it in a package of its own, python3-venv
    import venv  # noqa: F401

    sys.stdout.write(python_build() + "\n")
