"""Output tags and state descriptors: names that must be there."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.state.state_types import ListStateDescriptor, MapStateDescriptor, StateDescriptor, ValueStateDescriptor
from pyrite.core.types.types_factory import Types


def test_output_tags_are_the_same_when_their_ids_are() -> None:
    assert OutputTag("late", Types.INT()) == OutputTag("late", Types.STRING())
    assert hash(OutputTag("late", Types.INT())) == hash(OutputTag("late"))
    assert OutputTag("late") != OutputTag("early")


def test_output_tag_is_refused_without_an_id() -> None:
    with pytest.raises(InvalidProgramError, match="non-empty tag_id"):
        OutputTag("")


@pytest.mark.parametrize("kind", [ValueStateDescriptor, ListStateDescriptor, MapStateDescriptor])
def test_state_descriptor_has_a_name(kind: type[StateDescriptor]) -> None:
    assert kind("count").get_name() == "count"


@pytest.mark.parametrize("name", ["", None, 3])
def test_state_descriptor_is_refused_without_a_name(name: Any) -> None:
    with pytest.raises(InvalidProgramError, match="non-empty name"):
        ValueStateDescriptor(name)
