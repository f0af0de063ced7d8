"""Two regions that start at the same time do not count on the same slots."""

from __future__ import annotations

from pyrite.runtime.spark.driver.slot_reservations import SlotReservations


def test_second_region_waits_for_the_slots_that_the_first_is_about_to_take() -> None:
    slots = SlotReservations()
    assert slots.reserve(0, 4, free=6)
    assert not slots.reserve(1, 4, free=6)
    assert slots.reserve(1, 2, free=6)


def test_slot_of_a_task_that_has_registered_is_spark_s_to_count() -> None:
    slots = SlotReservations()
    slots.reserve(0, 2, free=4)
    slots.occupy(0)
    slots.occupy(0)
    assert slots.reserve(1, 2, free=2)


def test_region_that_has_ended_reserves_nothing() -> None:
    slots = SlotReservations()
    slots.reserve(0, 4, free=4)
    slots.release(0)
    assert slots.reserve(1, 4, free=4)


def test_region_that_starts_again_takes_the_place_of_its_own_reservation() -> None:
    slots = SlotReservations()
    slots.reserve(0, 4, free=4)
    assert slots.reserve(0, 4, free=4)
