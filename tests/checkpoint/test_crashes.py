"""Crashes, races and faults at every operation: a complete checkpoint is never lost and never torn."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Optional

import pytest

from pyrite.core.errors import CheckpointError, CorruptStateError, FencedError
from pyrite.storage.store import LocalStore
from pyrite.testing.simulated_disk import FAULTS, SimulatedCrash, SimulatedDisk
from tests.checkpoint.jobs import JOB, Driver, folders, log_of, named_paths, read_all, shared_files


@dataclass
class World:
    """A disk, its successive drivers, and the checkpoints that they reported as complete."""

    seed: int
    unsafe_skip_fsync: bool = False
    unsafe_overwrite: bool = False
    newest: int = 0
    lives: int = 0
    drivers: list[Driver] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.disk = InterruptedDisk(self.rng)
        self.num_retained = self.rng.randint(1, 3)

    def driver(self) -> Driver:
        """A driver in a new process."""
        self.lives += 1
        store = LocalStore(self.disk, "/root", f"t{self.lives}-", self.unsafe_skip_fsync, self.unsafe_overwrite)
        return Driver(store, f"w{self.lives}", self.num_retained)

    def live(self, driver: Driver, steps: int = 6) -> None:
        """Begins an attempt, checks its starting point, and takes checkpoints."""
        self.start(driver)
        driver.storage.sweep()
        for _ in range(steps):
            self.rng.choice((self.checkpoint, self.checkpoint, Driver.abort, drop))(driver)

    def start(self, driver: Driver) -> None:
        recovery = driver.start()
        actual = recovery.manifest.checkpoint_id if recovery.manifest else 0
        assert recovery.skip_reasons == ()
        assert actual >= self.newest
        assert recovery.next_checkpoint_id > actual
        if recovery.manifest is not None:
            assert f"rest {actual} ".encode() * 150 in read_all(driver.store, recovery.manifest)
        self.newest = actual

    def checkpoint(self, driver: Driver) -> None:
        self.newest = max(self.newest, driver.checkpoint())

    def survives(self) -> bool:
        """Whether two new drivers in turn find an intact job and can continue it."""
        try:
            for _ in range(2):
                self.live(self.driver(), steps=3)
        except (AssertionError, CorruptStateError, CheckpointError):
            return False
        return True


class InterruptedDisk(SimulatedDisk):
    """A disk that runs an action before one of its operations."""

    _at = -1
    _action: Optional[Callable[[], None]] = None

    def interrupt(self, at: int, action: Callable[[], None]) -> None:
        self._at, self._action = at, action

    def _step(self) -> bool:
        if self._action is not None:
            self._at -= 1
            if self._at == 0:
                action, self._action = self._action, None
                action()
        return super()._step()


def drop(driver: Driver) -> None:
    driver.storage.drop_unneeded()


def crashed_world(seed: int, operation: int, power: bool, unsafe_skip_fsync: bool = False) -> Optional[World]:
    """A world that has crashed at an operation; None if it had ended before."""
    world = World(seed, unsafe_skip_fsync)
    world.disk.crash_after(operation)
    try:
        world.live(world.driver())
    except SimulatedCrash:
        world.disk.crash() if power else world.disk.restart()
        return world
    return None


@pytest.mark.parametrize("power", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_crash_at_any_operation_loses_nothing(seed: int, power: bool) -> None:
    operation, error = 1, []
    while (world := crashed_world(seed, operation, power)) is not None:
        if not world.survives():
            error.append(operation)
        operation += 1
    assert operation > 40
    assert error == []


@pytest.mark.parametrize("block", range(4))
def test_many_crashes_one_after_another_lose_nothing(block: int) -> None:
    for seed in range(block * 15, block * 15 + 15):
        world = World(seed)
        for _ in range(6):
            world.disk.crash_after(world.rng.randint(1, 150))
            try:
                world.live(world.driver(), steps=8)
            except SimulatedCrash:
                world.disk.crash() if world.rng.random() < 0.7 else world.disk.restart()
            world.disk.restart()
        assert world.survives(), f"seed {seed}"


def test_crash_loses_a_checkpoint_when_fsync_is_left_out() -> None:
    worlds = [crashed_world(seed, 10 + seed * 7 % 90, True, unsafe_skip_fsync=True) for seed in range(120)]
    assert [world.seed for world in worlds if world is not None and not world.survives()] != []


def interrupted(seed: int, operation: int, unsafe_overwrite: bool = False) -> Optional[World]:
    """One driver takes a checkpoint and cleans up; before one operation of it, another driver takes the job over.

    The first driver then resumes its work. Returns None if it had finished before that operation.
    """
    world = World(seed, unsafe_overwrite=unsafe_overwrite)
    first, second = world.driver(), world.driver()
    world.live(first)
    before, is_interrupted = world.newest, []

    def take_over() -> None:
        is_interrupted.append(True)
        world.newest = before
        world.start(second)
        for _ in range(world.rng.randint(0, 3)):
            world.checkpoint(second)
            drop(second)

    world.disk.interrupt(operation, take_over)
    try:
        has_finished = first.checkpoint()
        if is_interrupted:
            assert second.recovery.manifest is not None
            assert second.recovery.manifest.checkpoint_id == has_finished
        drop(first)
        first.abort()
        first.storage.sweep()
        first.checkpoint()
        assert not is_interrupted, "a driver that was overtaken has committed"
        return None
    except FencedError:
        assert is_interrupted
    except (CheckpointError, CorruptStateError, OSError):  # its manifest's name was taken, or its files swept
        assert is_interrupted
        with pytest.raises((FencedError, CheckpointError, CorruptStateError)):
            first.checkpoint()
    assert_second_is_unharmed(world, first, second)
    return world


def assert_second_is_unharmed(world: World, first: Driver, second: Driver) -> None:
    manifest = second.snapshot()
    drop(first)
    first.storage.sweep()
    for checkpoint_id in range(1, manifest.checkpoint_id + 1):
        first.storage.discard(checkpoint_id, first.recovery.attempt)
    try:
        second.storage.complete(manifest)
        world.newest = manifest.checkpoint_id
    except CheckpointError as error:  # the first driver wrote a manifest of this id before it was overtaken
        assert "exists already" in str(error)
        world.checkpoint(second)
    writers = [entry.writer for entry in log_of(second.store)]
    assert writers == sorted(writers), "the first driver has written after the second"
    assert world.survives()


@pytest.mark.parametrize("seed", range(4))
def test_driver_that_is_overtaken_at_any_operation_does_no_harm(seed: int) -> None:
    operation = 1
    while interrupted(seed, operation) is not None:
        operation += 1
    assert operation > 15


def test_two_drivers_both_commit_when_the_create_is_not_exclusive() -> None:
    actual = []
    for seed in range(12):
        for operation in range(1, 60, 10):
            try:
                interrupted(seed, operation, unsafe_overwrite=True)
            except AssertionError as error:
                actual.append(str(error))
    assert [text for text in actual if "overtaken has committed" in text]


def test_two_drivers_that_start_at_once_do_not_both_get_the_job() -> None:
    for operation in range(1, 12):
        world = World(operation)
        first, second = world.driver(), world.driver()
        world.disk.interrupt(operation, lambda second=second, world=world: world.start(second))  # type: ignore[misc]
        try:
            world.start(first)
        except FencedError:
            world.checkpoint(second)
            continue
        with pytest.raises(FencedError):
            second.checkpoint()
            first.checkpoint()


@pytest.mark.parametrize("kind", FAULTS)
def test_faults_lose_nothing(kind: str) -> None:
    for seed in range(25):
        world = World(seed)
        driver = world.driver()
        world.live(driver)
        for _ in range(4):
            world.disk.fail(kind, world.rng.randint(0, 8))
            try:
                world.checkpoint(driver)
                drop(driver)
            except CheckpointError:
                driver.storage.discard(driver.next_id - 1, driver.recovery.attempt)
            except OSError:  # the checkpoint's outcome is unknown, or a task's file was not written
                world.disk.heal()
                world.start(driver)
            world.disk.heal()
        world.disk.crash()
        assert world.survives(), f"seed {seed}"


def test_files_do_not_accumulate() -> None:
    for seed in range(20):
        world = World(seed)
        for _ in range(4):
            world.disk.crash_after(world.rng.randint(1, 120))
            try:
                world.live(world.driver(), steps=9)
            except SimulatedCrash:
                world.disk.crash()
            world.disk.restart()
        driver = world.driver()
        world.start(driver)
        driver.storage.sweep()
        for _ in range(world.num_retained + 1):
            world.checkpoint(driver)
        drop(driver)
        world.checkpoint(driver)
        drop(driver)
        assert len(folders(driver.store)) == world.num_retained
        assert shared_files(driver.store) <= named_paths(driver.store, world.num_retained)
        assert len(driver.store.list(f"{JOB}/_log")) <= world.num_retained + 1
        places = [f"{JOB}/{name}" for name in driver.store.list(JOB)]
        assert [name for place in places for name in driver.store.leftovers(place)] == []
