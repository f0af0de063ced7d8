"""Modules of PyFlink's that are not here yet say so when they are imported."""

from __future__ import annotations

import importlib
import importlib.util

import pytest

from pyrite._modules_to_come import TO_COME


@pytest.mark.parametrize("name", TO_COME)
def test_module_to_come_says_which_part_brings_it(name: str) -> None:
    with pytest.raises(ModuleNotFoundError, match=r"is not supported yet: it comes with Pyrite's \w+"):
        importlib.import_module(name)


def test_module_that_nobody_has_is_a_plain_error() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'pyrite\.frobnicate'"):
        importlib.import_module("pyrite.frobnicate")
    assert importlib.util.find_spec("frobnicate") is None


def test_modules_that_are_here_are_found() -> None:
    assert importlib.import_module("pyrite.datastream.connectors").DiscardingSink
