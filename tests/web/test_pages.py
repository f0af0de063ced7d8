"""The web page in a real browser: what it shows equals what REST says, in both themes and both widths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from pyrite.control.access.tokens import read_token
from pyrite.control.job_manager_gateway import SubmittedProgram
from pyrite.control.rest.services import RestSettings
from pyrite.core.job.commands import Role
from pyrite.core.job.job_document import ExceptionDocument, JobDocument
from tests.control.rest.access import FILES, headers_of
from tests.control.rest.memory_gateway import FAILED, FINISHED, RUNNING, MemoryGateway, documents
from tests.web.browser import Tab, chromium, tab
from tests.web.rest_server import RestServer, rest_server

HOSTILE = "<img src=x onerror=alert(1)>\u202e" + "long " * 60
"""The name of a job."""
TRACE = """pyrite.core.errors.UserFunctionError: ValueError: could not convert string to float: 'free'
  in operator 'prices' (uid prices), subtask 1/2
  calling Prices (/home/ann/orders.py:10)
  with record {'order_id': 20417, 'price': '<b>free</b>'}

Traceback (most recent call last):
  File "/home/ann/orders.py", line 11, in map
    return order["order_id"], to_amount(order["price"])
ValueError: could not convert string to float: 'free'
"""
PROGRAM = "1_sums.py"
"""The id of an uploaded program."""
JOB_PARTS = ("", "/checkpoints", "/failures", "/history", "/logs", "/configuration", "/stop")


def jobs() -> dict[str, JobDocument]:
    found = dict(documents())
    failure = ExceptionDocument(
        "pyrite.core.errors.UserFunctionError", TRACE, found[FAILED].end_ms, "prices (1/2)", "vm"
    )
    found[FAILED] = replace(found[FAILED], name=HOSTILE, exceptions=(failure, failure))
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one module: Playwright's event loop runs in this thread, and other tests have their own."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RestServer]:
    folder = tmp_path_factory.mktemp("programs")
    (folder / PROGRAM).write_text("print(1)\n")
    settings = RestSettings(configuration={"rest.flamegraph.enabled": "true"}, upload_folder=folder)
    with rest_server(MemoryGateway(jobs()), settings) as started:
        yield started


@pytest.fixture
def opened(browser: Browser, server: RestServer) -> Iterator[Tab]:
    with tab(browser, server.address) as page:
        yield page


def test_overview_lists_the_jobs_of_rest(opened: Tab, server: RestServer) -> None:
    opened.go("")
    listed = httpx.get(f"{server.address}/jobs/overview", headers=headers_of()).json()["jobs"]
    rows = opened.page.locator(".jobtable tbody tr")
    assert rows.count() == len(listed) == 3
    assert rows.first.inner_text().startswith("Failed"), "the worst first"
    states = {"RUNNING": "Running", "FINISHED": "Finished", "FAILED": "Failed"}
    assert sorted(row.split("\n")[0].split("\t")[0] for row in rows.all_inner_texts()) == sorted(
        states[job["state"]] for job in listed
    )


def test_filters_are_in_the_address(opened: Tab) -> None:
    opened.go("?status=ended")
    assert opened.page.locator(".jobtable tbody tr").count() == 1
    opened.page.get_by_role("button", name="All").click()
    expect(opened.page.locator(".jobtable tbody tr")).to_have_count(3)
    assert "status" not in opened.page.url


def test_graph_shows_the_vertices_and_what_their_subtasks_report(opened: Tab, server: RestServer) -> None:
    opened.go(f"jobs/{RUNNING}")
    details = httpx.get(f"{server.address}/jobs/{RUNNING}", headers=headers_of()).json()
    opened.page.wait_for_selector(".node")
    names = [
        name.replace("Source: ", "").replace("Sink: ", "").replace(" -> ", " → ")
        for name in (vertex["name"] for vertex in details["vertices"])
    ]
    assert opened.page.locator(".node .n .trunc").all_inner_texts() == names
    opened.page.click(".node >> nth=0")
    opened.page.wait_for_selector("h2:has-text('Subtasks')")
    assert details["vertices"][0]["id"] in opened.page.url


def test_failure_shows_cause_record_and_line(opened: Tab) -> None:
    opened.go(f"jobs/{FAILED}/failures")
    shown = opened.text()
    assert "ValueError: could not convert string to float: 'free'" in shown and "orders.py:11" in shown
    assert "2 times" in shown and "20417" in shown and "'<b>free</b>'" in shown


def test_text_from_outside_is_text(opened: Tab) -> None:
    opened.go(f"jobs/{FAILED}")
    assert "<img src=x onerror=alert(1)>\\u202e" in opened.text("h1")
    assert opened.page.locator("main img").count() == 0 and not opened.is_wider_than_the_window()


def test_executor_shows_itself_and_the_stacks_of_its_tasks(opened: Tab) -> None:
    opened.go("executors")
    link = opened.page.locator("main table a").first
    link.click()
    opened.page.wait_for_selector("h2:has-text('Stacks')")
    assert opened.page.locator("main table tbody tr").count() == 1 and opened.violations() == []
    opened.page.click("text=Look at the stacks")
    opened.page.wait_for_selector(".note.ok")
    assert opened.violations() == []
    opened.go("executors/gone")
    opened.page.wait_for_selector("text=This executor has ended")


def test_checkpoint_is_opened_by_its_address(opened: Tab) -> None:
    number = documents()[RUNNING].checkpoints.history[0].id
    opened.go(f"jobs/{RUNNING}/checkpoints/{number}")
    opened.page.wait_for_selector(f"h2:has-text('Checkpoint {number}')")
    assert opened.page.get_attribute("[role=slider]", "aria-valuenow") == str(number)


def test_savepoint_is_taken_and_cancel_asks_for_the_name(browser: Browser) -> None:
    gateway = MemoryGateway(jobs())
    with rest_server(gateway, RestSettings()) as server, tab(browser, server.address) as opened:
        opened.go(f"jobs/{RUNNING}")
        opened.page.click("text=Savepoint…")
        opened.page.click("dialog >> text='Take a savepoint'")
        opened.page.wait_for_selector("dialog .note.ok")
        opened.page.click("dialog >> text=Close")
        opened.go(f"jobs/{RUNNING}/stop")
        opened.page.click("dialog label:has-text('Cancel') >> nth=-1")
        cancel = opened.page.locator("dialog footer button.danger")
        assert cancel.is_disabled()
        opened.page.fill("dialog .sec .field input", documents()[RUNNING].name)
        cancel.click()
        opened.page.wait_for_selector("dialog .note.ok")
    assert [type(command).__name__ for _, command in gateway.commands] == ["Savepoint", "Cancel"]


class SubmittingGateway(MemoryGateway):
    """Runs each program as the running job."""

    async def submit(self, program: SubmittedProgram) -> str:
        self.submitted.append(program)
        return RUNNING


def test_program_is_uploaded_planned_and_run(browser: Browser, tmp_path: Path) -> None:
    gateway = SubmittingGateway(jobs())
    with (
        rest_server(gateway, RestSettings(upload_folder=tmp_path)) as server,
        tab(browser, server.address) as opened,
    ):
        opened.go("submit")
        opened.page.set_input_files("input[type=file]", {"name": "sums.py", "mimeType": "", "buffer": b"print(1)\n"})
        opened.page.fill("label:has-text('Arguments') input", "--topic 'all orders'")
        opened.page.fill("label:has-text('Parallelism') input", "0")
        expect(opened.page.locator("text=Start the job")).to_be_disabled()
        opened.page.fill("label:has-text('Parallelism') input", "2")
        opened.page.fill("label:has-text('Savepoint') input", "/savepoints/1")
        opened.page.click("text=Show the plan")
        opened.page.wait_for_selector("[aria-label=Plan]")
        assert opened.page.locator("[aria-label=Plan] tbody tr").count() == len(documents()[RUNNING].vertices)
        opened.page.click("text=Start the job")
        opened.page.wait_for_url(f"**/#/jobs/{RUNNING}")
        opened.page.wait_for_selector(".node")
        opened.go("submit")
        opened.page.click("[aria-label='Delete sums.py']")
        opened.page.wait_for_selector("text=No program has been uploaded yet")
    planned, run = gateway.submitted
    assert planned == run and run.arguments == ("--topic", "all orders")
    assert run.settings == {"parallelism.default": "2", "execution.state-recovery.path": "/savepoints/1"}


def test_page_recovers_when_the_server_was_away(browser: Browser) -> None:
    with rest_server(MemoryGateway(jobs()), RestSettings()) as server, tab(browser, server.address) as opened:
        opened.go(f"jobs/{RUNNING}")
        server.stop()
        opened.page.wait_for_selector(".live.warn")
        assert re.match(r"From \d\d:\d\d:\d\d, trying again", opened.text(".live"))
        assert opened.page.locator(".acts button").first.is_disabled(), "actions say why they are off"
        server.start()
        opened.page.wait_for_selector(".live.ok")
        opened.wrongs.clear()  # the browser notes refused connections on its console


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_pages_can_be_used_by_everyone(browser: Browser, server: RestServer, theme: str, width: int) -> None:
    vertex = documents()[RUNNING].vertices[1].id
    pages = ["", "executors", "jobmanager", "submit", f"submit?program={PROGRAM}", "nowhere", f"jobs/{FINISHED}"]
    pages += [f"jobs/{RUNNING}{part}" for part in JOB_PARTS]
    pages += [f"jobs/{RUNNING}/v/{vertex}", f"jobs/{FAILED}/failures"]
    found = {}
    with tab(browser, server.address, theme, width) as opened:
        for page in pages:
            opened.go(page)
            found[page] = [*opened.violations(), *(["too wide"] if opened.is_wider_than_the_window() else [])]
    assert {page: wrong for page, wrong in found.items() if wrong} == {}


def test_browser_signs_in_with_a_token(browser: Browser, server: RestServer) -> None:
    with tab(browser, server.address, role=None) as opened:
        opened.page.goto(f"{server.address}/#/jobs/{RUNNING}")
        opened.page.fill("input[name=token]", "wrong")
        opened.page.click("button[type=submit]")
        expect(opened.page.get_by_role("alert")).to_contain_text("does not accept this token")
        assert opened.violations() == []
        opened.page.fill("input[name=token]", read_token(FILES[Role.OPERATE]) or "")
        opened.page.click("button[type=submit]")
        opened.page.wait_for_selector(".node")
        opened.page.click("text=sign out")
        opened.page.wait_for_selector("input[name=token]")
        opened.wrongs.clear()  # the browser notes answers of 401 on its console


def test_role_view_sees_jobs_and_cannot_act(browser: Browser, server: RestServer) -> None:
    with tab(browser, server.address, role=Role.VIEW) as opened:
        opened.go(f"jobs/{RUNNING}")
        expect(opened.page.locator(".acts button").first).to_be_disabled()
        opened.go(f"jobs/{RUNNING}/stop")
        expect(opened.page.locator("dialog footer button").last).to_be_disabled()
        opened.go(f"submit?program={PROGRAM}")
        expect(opened.page.locator("text=Start the job")).to_be_disabled()
        expect(opened.page.locator("input[type=file]")).to_be_disabled()


def test_keys_open_pages_and_do_nothing_while_one_types(opened: Tab) -> None:
    opened.go(f"jobs/{FAILED}")
    opened.page.keyboard.press("2")
    opened.page.wait_for_url("**/failures")
    opened.page.keyboard.press("/")
    expect(opened.page.locator("dialog input")).to_be_focused()
    opened.page.keyboard.type("2 sums")
    assert opened.page.input_value("dialog input") == "2 sums"
    opened.page.keyboard.press("Escape")
    opened.page.wait_for_selector("dialog", state="detached")
    opened.page.keyboard.press("g")
    opened.page.keyboard.press("o")
    opened.page.wait_for_url("**/#/")
