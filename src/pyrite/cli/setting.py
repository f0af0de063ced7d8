"""Words of the command line that several commands read alike."""

from __future__ import annotations

import argparse


def add_settings(parser: argparse.ArgumentParser, summary: str) -> None:
    """Adds -D KEY=VALUE; the pairs are in `settings`."""
    parser.add_argument(
        "-D",
        dest="settings",
        type=_setting,
        action=_Settings,
        default={},
        metavar="KEY=VALUE",
        help=summary,
    )


class _Settings(argparse.Action):
    """Collects pairs in a dict."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        assert isinstance(values, tuple)
        setattr(namespace, self.dest, {**getattr(namespace, self.dest), values[0]: values[1]})


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not key.strip() or not equals:
        raise argparse.ArgumentTypeError(f"expected KEY=VALUE, not '{text}'")
    return key.strip(), value


def parallelism(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, not '{text}'")
    return int(text)
