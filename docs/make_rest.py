"""Writes docs/guide/rest_endpoints.md from the declared endpoints: python docs/make_rest.py"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args, get_origin

from pyrite.control.rest.endpoint import Endpoint, TextAnswer
from pyrite.control.rest.endpoints.all_endpoints import GROUPS

PAGE: Final = Path(__file__).resolve().parent / "guide" / "rest_endpoints.md"
HEAD: Final = """# REST endpoints

*Generated from the declared endpoints by [make_rest.py](../make_rest.py). [REST](rest.md) explains their use.*

Every path also works below `/v1`. `/openapi.json` has the same as OpenAPI, with the fields of every response. An error
is `{"errors": ["...", ...]}`, with status 400 for an invalid request, 401 without a token, 403 if the client's role is
not enough, 404 for a missing resource, 429 after too many wrong tokens, 500 for a failure, or a status listed with the
endpoint.
"""


def page() -> str:
    lines = [HEAD]
    for title, endpoints in GROUPS.items():
        lines += [f"## {title}", "", "| | role | answer | |", "| --- | --- | --- | --- |"]
        lines += [_row(endpoint) for endpoint in endpoints] + [""]
    return "\n".join(lines)


def _row(endpoint: Endpoint) -> str:
    role = "" if endpoint.is_public else endpoint.needed_role.value
    return f"| `{endpoint.method} {endpoint.path}` | {role} | {_answer(endpoint)} | {' '.join(_text(endpoint))} |"


def _answer(endpoint: Endpoint) -> str:
    status = "" if endpoint.status == 200 else f"{endpoint.status} "
    return f"{status}{'text' if endpoint.answer is TextAnswer else f'`{_name(endpoint.answer)}`'}"


def _name(kind: Any) -> str:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is list:
        return f"[{_name(arguments[0])}, ...]"
    if origin is dict:
        return f"{{id: {_name(arguments[1])}, ...}}"
    if origin is not None:
        return " or ".join(_name(each) for each in arguments)
    return str(kind.__name__)


def _text(endpoint: Endpoint) -> Iterator[str]:
    yield endpoint.summary
    for parameter in endpoint.query:
        yield f"`?{parameter.name}=`: {parameter.description}"
    if endpoint.errors:
        yield f"Also {', '.join(map(str, endpoint.errors))}."


if __name__ == "__main__":
    PAGE.write_text(page())
