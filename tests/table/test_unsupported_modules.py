"""PyFlink's modules that Pyrite does not have say so when they are imported."""

from __future__ import annotations

import importlib

import pytest

CONTENTS = {
    "data_view": "ListView and MapView",
    "model_descriptor": "ModelDescriptor",
    "resolved_expression": "ResolvedExpression",
}


@pytest.mark.parametrize("name", CONTENTS)
def test_unsupported_module_names_itself_and_its_content(name: str) -> None:
    words = rf"pyrite\.table\.{name} is not supported yet: .*{CONTENTS[name]}"
    for _ in range(2):
        with pytest.raises(ModuleNotFoundError, match=words) as raised:
            importlib.import_module(f"pyrite.table.{name}")
        assert raised.value.name == f"pyrite.table.{name}"
