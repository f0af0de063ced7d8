"""SlotSharingGroup and MemorySize: kept and shown; operators take the name."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError
from pyrite.datastream import MemorySize, SlotSharingGroup, StreamExecutionEnvironment


@given(st.integers(0, 1 << 60))
def test_memory_size_is_reported_in_whole_units(size_bytes: int) -> None:
    size = MemorySize(size_bytes)
    assert size.get_bytes() == size_bytes
    assert size.get_kibi_bytes() == size_bytes // 1024
    assert size.get_mebi_bytes() == size_bytes // 1024**2
    assert size.get_gibi_bytes() == size_bytes // 1024**3
    assert size.get_tebi_bytes() == size_bytes // 1024**4


def test_memory_sizes_compare_by_their_bytes() -> None:
    assert MemorySize.of_mebi_bytes(1) == MemorySize(1 << 20)
    assert MemorySize(1) < MemorySize(2)
    assert len({MemorySize(1), MemorySize(1)}) == 1
    assert str(MemorySize(5)) == "5 bytes"


def test_group_without_resources_has_a_name_only() -> None:
    group = SlotSharingGroup.builder("ssg").build()
    assert group.get_name() == "ssg"
    assert group.get_cpu_cores() is None
    assert group.get_task_heap_memory() is None
    assert group.get_task_off_heap_memory() is None
    assert group.get_managed_memory() is None
    assert group.get_external_resources() == {}
    assert not group.names_resources()


def test_group_keeps_its_resources() -> None:
    builder = SlotSharingGroup.builder("ssg").set_cpu_cores(1.5).set_task_heap_memory_mb(1)
    builder.set_task_off_heap_memory_mb(2).set_managed_memory_mb(3)
    group = builder.set_external_resource("gpu", 1.0).set_external_resource("fpga", 2.0).build()
    assert group.get_cpu_cores() == 1.5
    assert group.get_task_heap_memory() == MemorySize.of_mebi_bytes(1)
    assert group.get_task_off_heap_memory() == MemorySize.of_mebi_bytes(2)
    assert group.get_managed_memory() == MemorySize.of_mebi_bytes(3)
    assert group.get_external_resources() == {"gpu": 1.0, "fpga": 2.0}
    assert group.names_resources()


def test_memory_may_be_given_as_a_memory_size() -> None:
    one, two, three = MemorySize(1), MemorySize(2), MemorySize(3)
    builder = SlotSharingGroup.builder("ssg").set_task_heap_memory(one).set_task_off_heap_memory(two)
    group = builder.set_managed_memory(three).build()
    assert (group.get_task_heap_memory(), group.get_task_off_heap_memory(), group.get_managed_memory()) == (
        one,
        two,
        three,
    )


@pytest.mark.parametrize(
    ("setting", "arguments"),
    [
        ("set_cpu_cores", (1.0,)),
        ("set_task_heap_memory_mb", (1,)),
        ("set_task_off_heap_memory_mb", (1,)),
        ("set_managed_memory_mb", (1,)),
        ("set_external_resource", ("gpu", 1.0)),
    ],
)
def test_group_with_any_resource_names_resources(setting: str, arguments: tuple[Any, ...]) -> None:
    builder = SlotSharingGroup.builder("ssg")
    assert getattr(builder, setting)(*arguments).build().names_resources()


def test_built_group_does_not_change_with_its_builder() -> None:
    builder = SlotSharingGroup.builder("ssg").set_external_resource("gpu", 1.0)
    group = builder.build()
    builder.set_cpu_cores(2).set_external_resource("fpga", 2.0)
    group.get_external_resources()["tpu"] = 3.0
    assert (group.get_cpu_cores(), group.get_external_resources()) == (None, {"gpu": 1.0})


def test_groups_compare_by_all_they_say() -> None:
    assert SlotSharingGroup.builder("a").build() == SlotSharingGroup.builder("a").build()
    assert SlotSharingGroup.builder("a").build() != SlotSharingGroup.builder("b").build()
    assert SlotSharingGroup.builder("a").set_cpu_cores(1).build() != SlotSharingGroup.builder("a").build()


def test_groups_can_be_kept_in_a_set() -> None:
    """As PyFlink's can."""
    assert len({SlotSharingGroup.builder("a").build(), SlotSharingGroup.builder("a").build()}) == 1


def test_group_without_a_name_and_cores_that_are_not_positive_are_refused() -> None:
    with pytest.raises(InvalidProgramError, match="needs a name"):
        SlotSharingGroup.builder("")
    for cores in (0, -1.5):
        with pytest.raises(InvalidProgramError, match=str(cores)):
            SlotSharingGroup.builder("ssg").set_cpu_cores(cores)


def test_operator_is_in_the_group_of_that_name() -> None:
    stream = StreamExecutionEnvironment().from_elements(1)
    one = stream.map(lambda value: value).slot_sharing_group("mine")
    other = stream.map(lambda value: value).slot_sharing_group(SlotSharingGroup.builder("mine").build())
    assert one.transformation.slot_sharing_group == other.transformation.slot_sharing_group == "mine"


@pytest.mark.parametrize("cores", [None, 1.0])
def test_resources_are_said_not_to_be_enforced(cores: float | None, caplog: pytest.LogCaptureFixture) -> None:
    builder = SlotSharingGroup.builder("mine")
    group = builder.build() if cores is None else builder.set_cpu_cores(cores).build()
    env = StreamExecutionEnvironment()
    with caplog.at_level(logging.WARNING):
        assert env.register_slot_sharing_group(group) is env
        env.from_elements(1).map(lambda value: value).slot_sharing_group(group)
    messages = [record for record in caplog.records if "slot sharing group 'mine' are not enforced" in record.message]
    assert len(messages) == (0 if cores is None else 2)
