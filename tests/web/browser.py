"""A headless Chromium, and what a page may not do in it: errors on the console, requests to other origins."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Optional
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from pyrite.control.access.tokens import read_token
from pyrite.core.job.commands import Role
from servers.server import ServerMissingError
from tests.control.rest.access import FILES

_QUIET: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
_AXE: Final = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
_RULES: Final = """axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']}).then(
    found => found.violations.map(one => `${one.id}: ${one.nodes.map(node => node.html.slice(0, 200)).join(' | ')}`))"""
WIDTHS: Final = {1280: 800, 390: 844}
"""With their heights."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The machine's own Chromium, with a profile of its own."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise ServerMissingError("chromium is not installed: make servers, or apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_QUIET))
        yield browser
        browser.close()


@dataclass
class Tab:
    """A page of the browser, with what went wrong in it."""

    page: Page
    address: str
    wrongs: list[str] = field(default_factory=list)

    def go(self, fragment: str) -> None:
        """Opens an address, and waits until the page shows what REST has answered."""
        self.page.goto(f"{self.address}/#/{fragment}")
        self.page.wait_for_selector("h1")
        self.page.wait_for_selector(".loading", state="detached")

    def text(self, selector: str = "main") -> str:
        """The text, with plain spaces."""
        return self.page.inner_text(selector).replace("\u00a0", " ")

    def violations(self) -> list[str]:
        """What axe-core finds."""
        if not self.page.evaluate("typeof axe === 'object'"):
            self.page.evaluate(_AXE.read_text())
        found: list[str] = self.page.evaluate(_RULES)
        return found

    def is_wider_than_the_window(self) -> bool:
        wide: bool = self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        return wide


@contextmanager
def tab(
    browser: Browser, address: str, theme: Any = "light", width: int = 1280, role: Optional[Role] = Role.OPERATE
) -> Iterator[Tab]:
    """A tab with a profile of its own, signed in to a role. At its end, nothing may have gone wrong in it."""
    context = browser.new_context(
        color_scheme=theme,
        viewport={"width": width, "height": WIDTHS[width]},
        locale="en-US",
        timezone_id="Europe/Berlin",
        reduced_motion="reduce",
    )
    if role is not None:
        assert context.request.post(f"{address}/session", data={"token": read_token(FILES[role])}).ok
    page = context.new_page()
    page.set_default_timeout(30_000)
    opened = Tab(page, address)
    host = urlsplit(address).netloc
    page.on("console", lambda message: opened.wrongs.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: opened.wrongs.append(str(error)))
    page.on("request", lambda each: opened.wrongs.append(each.url) if urlsplit(each.url).netloc != host else None)
    yield opened
    context.close()
    assert opened.wrongs == []
