"""The list of mutants that no test can notice."""

from __future__ import annotations

from mutants.__main__ import PACKAGE, ROOT
from mutants.equivalents import EQUIVALENTS, Equivalent, is_equivalent
from mutants.mutations import mutations


def of_module(module: str) -> list[str]:
    """The mutations of a module, as an entry names them."""
    text = (ROOT / PACKAGE / module).read_text()
    return [f"{mutation.function}: {mutation.change}" for mutation in mutations(text)]


def test_each_entry_fits_one_place_of_the_source() -> None:
    texts = {entry.module: of_module(entry.module) for entry in EQUIVALENTS}
    counts = {entry: texts[entry.module].count(f"{entry.function}: {entry.change}") for entry in EQUIVALENTS}
    assert {entry: count for entry, count in counts.items() if count != 1} == {}


def test_entry_fits_its_own_function_only() -> None:
    first, second = mutations("def f(a):\n    a()\n\n\ndef g(a):\n    a()\n")
    entry = Equivalent("state/one.py", "f", "a()  ->  pass", "nothing follows")
    assert entry.fits("state/one.py", first)
    assert not entry.fits("state/one.py", second)
    assert not entry.fits("state/other.py", first)
    assert not is_equivalent("state/one.py", first)
