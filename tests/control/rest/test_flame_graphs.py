"""Flame graphs and thread dumps: what drivers are asked, and what is shown of their answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from pyrite.control.rest.services import RestSettings
from pyrite.core.job.commands import JobStacks, SampleStacks, StackCount, SubtaskStacks, ThreadStack
from tests.control.rest.memory_gateway import FINISHED, RUNNING, MemoryGateway, documents, rest_client

VERTEX = documents()[RUNNING].vertices[0].id
PATH = f"/jobs/{RUNNING}/vertices/{VERTEX}/flamegraph"
STACKS = (
    (StackCount(("run:1", "map:2"), True, 3), StackCount(("run:1", "wait:5"), False, 2)),
    (StackCount(("run:1", "map:2", "square:9"), True, 4),),
)
THREADS = (ThreadStack("MainThread", "in map"),)
SAMPLES = JobStacks(77, tuple(SubtaskStacks(VERTEX, index, stacks, THREADS) for index, stacks in enumerate(STACKS)))


def run(test: Callable[[httpx.AsyncClient, MemoryGateway], Awaitable[None]], **settings: str) -> None:
    async def main() -> None:
        gateway = MemoryGateway()
        gateway.answers[SampleStacks] = SAMPLES
        configuration = {key.replace("_", "-"): value for key, value in settings.items()}
        configuration = {f"rest.flamegraph.{key}": value for key, value in configuration.items()}
        async with rest_client(gateway, RestSettings(document_age_s=0.0, configuration=configuration)) as client:
            await test(client, gateway)

    asyncio.run(main())


async def get(client: httpx.AsyncClient, path: str) -> Any:
    answer = (await client.get(path)).json()
    await asyncio.sleep(0.01)  # the driver's answer comes
    return answer


def node(name: str, value: int, *children: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "value": value, "children": list(children)}


def test_stacks_are_sampled_when_somebody_looks_and_merged() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        assert await get(client, PATH) == {"endTimestamp": -3}
        square, wait = node("square:9", 4), node("wait:5", 2)
        full = node("root", 9, node("run:1", 9, node("map:2", 7, square), wait))
        assert await get(client, PATH) == {"endTimestamp": 77, "data": full}
        on_cpu = node("root", 7, node("run:1", 7, node("map:2", 7, square)))
        assert (await get(client, f"{PATH}?type=on_cpu"))["data"] == on_cpu
        off_cpu = await get(client, f"{PATH}?type=OFF_CPU&subtaskindex=0")
        assert off_cpu["data"] == node("root", 2, node("run:1", 2, wait))
        assert gateway.commands == [(RUNNING, SampleStacks(VERTEX, samples=7, delay_ms=50, depth=100))]

    run(test, enabled="true", num_samples="7")


def test_old_samples_are_shown_until_there_are_others() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        await get(client, PATH)
        gateway.answers[SampleStacks] = JobStacks(88, SAMPLES.subtasks)
        assert [(await get(client, PATH))["endTimestamp"] for _ in range(2)] == [77, 88]

    run(test, enabled="true", refresh_interval="1 ms")


def test_vertex_whose_tasks_do_not_run_yet_is_waited_for() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        gateway.answers[SampleStacks] = JobStacks(1, ())
        assert [await get(client, PATH) for _ in range(2)] == [{"endTimestamp": -3}] * 2
        assert len(gateway.commands) == 2

    run(test, enabled="true")


def test_ended_vertex_and_unknown_subtask_have_none() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        assert await get(client, PATH.replace(RUNNING, FINISHED)) == {"endTimestamp": -1}
        assert (await client.get(f"{PATH}?subtaskindex=2")).status_code == 404

    run(test, enabled="true")


def test_nothing_is_sampled_unless_it_is_enabled() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        assert await get(client, PATH) == {"endTimestamp": -2}
        assert gateway.commands == []

    run(test)


def test_thread_dump_has_the_threads_of_an_executors_tasks() -> None:
    async def test(client: httpx.AsyncClient, gateway: MemoryGateway) -> None:
        threads = (await get(client, f"/taskmanagers/{RUNNING}-executor/thread-dump"))["threadInfos"]
        assert len(threads) == 2
        assert threads[0]["threadName"].endswith("(1/2)#0 MainThread")
        assert threads[0]["stringifiedThreadInfo"].endswith("RUNNING\nin map")
        assert gateway.commands == [(RUNNING, SampleStacks(executor="executor"))]

    run(test)
