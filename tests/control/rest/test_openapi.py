"""The OpenAPI description: it is complete, and what it says holds for requests made up from it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from pyrite.control.rest.app import make_app
from pyrite.control.rest.endpoints.all_endpoints import ALL_ENDPOINTS
from pyrite.control.rest.openapi import openapi
from pyrite.control.rest.services import RestSettings
from tests.control.rest.access import ACCESS, headers_of
from tests.control.rest.memory_gateway import RUNNING, MemoryGateway, documents
from tests.effort import one_in

_KNOWN = {
    "jobid": RUNNING,
    "applicationid": RUNNING,
    "vertexid": documents()[RUNNING].vertices[0].id,
    "subtaskindex": 0,
    "attempt": documents()[RUNNING].vertices[0].subtasks[0].attempt,
    "checkpointid": documents()[RUNNING].checkpoints.history[0].id,
}
"""Things that are there: made-up ids alone would find nothing but 404."""


_PROGRAMS = TemporaryDirectory()
_SETTINGS = RestSettings(document_age_s=0.0, upload_folder=Path(_PROGRAMS.name), address="http://testserver")
_APP = make_app(MemoryGateway(), _SETTINGS, ACCESS)
_OPERATIONS = {
    each.ok().label: each.ok()
    for each in schemathesis.openapi.from_asgi("/openapi.json", _APP, headers=headers_of()).get_all_operations()
    if isinstance(each, Ok)
}
EXAMPLES = one_in(150, least=2)
"""Of each endpoint: two in `make test`, many in `make test-all`."""
_CHECKS = [status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.mark.parametrize("label", _OPERATIONS)
@settings(max_examples=EXAMPLES, phases=[Phase.generate], suppress_health_check=list(HealthCheck), derandomize=True)
@given(data=st.data())
def test_requests_are_answered_as_described(label: str, data: st.DataObject) -> None:
    case = data.draw(_OPERATIONS[label].as_strategy())
    case.call_and_validate(checks=_CHECKS, headers=headers_of())
    case.path_parameters = {name: _KNOWN.get(name, value) for name, value in (case.path_parameters or {}).items()}
    case.call_and_validate(checks=_CHECKS, headers=headers_of())


def test_every_endpoint_is_described_once() -> None:
    described = [
        (method, path) for path, operations in openapi(ALL_ENDPOINTS)["paths"].items() for method in operations
    ]
    assert len(described) == len(ALL_ENDPOINTS)


def test_summaries_are_sentences() -> None:
    assert not [endpoint.path for endpoint in ALL_ENDPOINTS if not endpoint.summary.endswith(".")]
