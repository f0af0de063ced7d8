"""Types of the command line's values, and their completion."""

from __future__ import annotations

import re
from typing import Any, Final, Optional

import click
from click.shell_completion import CompletionItem

from pyrite.core.config.checkpoint_options import parse_job_id
from pyrite.core.config.options import ALL_OPTIONS
from pyrite.core.file_uri import local_path, split_scheme


def absolute(directory: Optional[str]) -> Optional[str]:
    """A directory of the command line as an absolute path, since the driver has another working folder."""
    return directory if directory is None or split_scheme(directory)[0] else str(local_path(directory))


class Location(click.Path):
    """A path or a URI."""

    def __init__(self) -> None:
        super().__init__(readable=False)

    def convert(self, value: Any, param: Optional[click.Parameter], ctx: Optional[click.Context]) -> Any:
        if not value:
            self.fail("expected a path or URI", param, ctx)
        return super().convert(value, param, ctx)


class EnumName(click.Choice[Any]):
    """A member of an enum by its name, in any case, with `-` or `_`."""

    def normalize_choice(self, choice: object, ctx: Optional[click.Context]) -> str:
        return str(getattr(choice, "name", choice)).upper().replace("-", "_")


class Target(click.ParamType[str]):
    """A deployment target, by Flink's names."""

    name = "TARGET"
    TARGETS: Final = ("local", "remote", "collection")

    def convert(self, value: str, param: Optional[click.Parameter], ctx: Optional[click.Context]) -> str:
        if value.startswith(("yarn-", "kubernetes-")):
            self.fail(f"'{value}' is not supported yet: {', '.join(self.TARGETS)} are", param, ctx)
        if value not in self.TARGETS:
            self.fail(f"'{value}' is not one of {', '.join(self.TARGETS)}", param, ctx)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        return [CompletionItem(target) for target in self.TARGETS if target.startswith(incomplete)]


class Address(click.ParamType[str]):
    """HOST:PORT, or the URL of a server."""

    name = "HOST:PORT"

    def convert(self, value: str, param: Optional[click.Parameter], ctx: Optional[click.Context]) -> str:
        host = value.removeprefix("http://").rstrip("/")
        if re.fullmatch(r"(https://)?(\[[0-9a-fA-F:]+\]|[^\s:/@]+):\d{1,5}", host) is None:
            self.fail(f"expected HOST:PORT, not '{value}'", param, ctx)
        return host


class Setting(click.ParamType[tuple[str, str]]):
    """KEY=VALUE. The keys of Pyrite's options are completed."""

    name = "KEY=VALUE"

    def convert(self, value: str, param: Optional[click.Parameter], ctx: Optional[click.Context]) -> tuple[str, str]:
        key, equals, text = value.partition("=")
        if not key.strip() or not equals:
            self.fail(f"expected KEY=VALUE, not '{value}'", param, ctx)
        return key.strip(), text

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        keys = sorted(option.key for option in ALL_OPTIONS if option.key.startswith(incomplete))
        return [CompletionItem(f"{key}=") for key in keys]


def spark_master(text: str) -> str:
    """A Spark master."""
    if not re.match(r"local(-cluster)?(\[.+\])?$|spark://.+:\d+|k8s://.|yarn$", text):
        raise click.BadParameter(f"expected a Spark master such as local[4] or spark://HOST:PORT, not '{text}'")
    return text


def cluster_url(text: str) -> str:
    """Parses the address of a standalone master."""
    if not re.fullmatch(r"spark://[^\s,:]+:\d{1,5}", text):
        raise click.BadParameter(f"expected spark://HOST:PORT, not '{text}'")
    return text


def worker_memory(text: str) -> str:
    """The memory of a worker, at least the size of one executor."""
    match = re.fullmatch(r"(\d{1,6})([mg])", text, re.ASCII)
    if match is None or int(match[1]) * (1 if match[2] == "m" else 1024) < 1024:
        raise click.BadParameter(f"expected a size of at least 1g, such as 2g or 1536m, not '{text}'")
    return text


def job_id(text: str) -> str:
    """The id of a new job."""
    if not text:
        raise click.BadParameter("expected a job id")
    try:
        return parse_job_id(text)
    except ValueError as error:
        raise click.BadParameter(f"{error}, not '{text}'") from None
