"""Record the keys of all options of Flink: src/pyrite/core/config/flink_keys.txt has all, and
tests/core/config/fallback_keys.txt those of earlier versions after the key that replaced them.

    .peers/pyflink/bin/python benchmarks/peers/record_option_keys.py

It looks for constants of type ConfigOption in the classes `...Options` of Flink's jars. Keys of the Table API are left
out: they are options of tables and of planners, which SQL checks itself.
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import pyflink
from py4j.protocol import Py4JJavaError
from pyflink.java_gateway import get_gateway

ROOT = Path(__file__).parent.parent.parent
KEYS = ROOT / "src" / "pyrite" / "core" / "config" / "flink_keys.txt"
FALLBACKS = ROOT / "tests" / "core" / "config" / "fallback_keys.txt"
_OPTIONS = re.compile(r"org/apache/flink/[\w/]+Options\.class")


def option_classes() -> list[str]:
    names = set()
    folder = Path(pyflink.__file__).parent
    for jar in [*(folder / "lib").glob("*.jar"), *(folder / "opt").glob("flink-python*.jar")]:
        with zipfile.ZipFile(jar) as archive:
            names |= {name for name in archive.namelist() if _OPTIONS.fullmatch(name)}
    return sorted(name.removesuffix(".class").replace("/", ".") for name in names if "/table/" not in name)


def options_of(jvm: Any, name: str) -> dict[str, list[str]]:
    """The options that a class declares, each with its fallback keys."""
    try:
        fields = list(jvm.java.lang.Class.forName(name).getDeclaredFields())
    except Py4JJavaError:
        return {}  # a class of a library that is not there
    options = {}
    for field in fields:
        is_static = jvm.java.lang.reflect.Modifier.isStatic(field.getModifiers())
        if is_static and field.getType().getName() == "org.apache.flink.configuration.ConfigOption":
            field.setAccessible(True)
            option = field.get(None)
            options[option.key()] = [fallback.getKey() for fallback in option.fallbackKeys()]
    return options


def main() -> None:
    jvm = get_gateway().jvm
    options: dict[str, list[str]] = {}
    for name in option_classes():
        options.update(options_of(jvm, name))
    keys = set(options).union(*options.values())
    config = {key for key in keys if "." in key and "<" not in key and not key.startswith("$")}
    config.add("high-availability")  # the only key of the configuration without a dot that old files still have
    KEYS.write_text("".join(f"{key}\n" for key in sorted(config)))
    FALLBACKS.write_text("".join(f"{key} {' '.join(options[key])}\n" for key in sorted(options) if options[key]))


if __name__ == "__main__":
    main()
