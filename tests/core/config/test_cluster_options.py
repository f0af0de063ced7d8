"""Options of the JobManager and of REST: ports, and what an option that is not set falls back to."""

from __future__ import annotations

import pytest

from pyrite.core.config.cluster_options import HISTORY_RETAINED_JOBS, REST_ADDRESS, REST_BIND_PORT, REST_PORT
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError


@pytest.mark.parametrize(
    ("text", "ports"),
    [("8081", (8081,)), ("8081, 8090", (8081, 8090)), ("8081-8083,9000", (8081, 8082, 8083, 9000)), ("0", (0,))],
)
def test_bind_port_is_a_list_of_ports_and_ranges(text: str, ports: tuple[int, ...]) -> None:
    assert Configuration({"rest.bind-port": text}).get(REST_BIND_PORT) == ports


@pytest.mark.parametrize("text", ["", "8081-", "-5", "9000-8000", "70000", "8081;8082", "1-99999999999", "http"])
def test_bind_port_names_the_forms_when_it_is_none(text: str) -> None:
    with pytest.raises(InvalidProgramError, match=r"rest\.bind-port = .*expected a port, or a list or range"):
        Configuration({"rest.bind-port": text}).get(REST_BIND_PORT)


def test_bind_port_is_the_port_when_it_is_not_set() -> None:
    assert Configuration({"rest.port": "9999"}).get(REST_BIND_PORT) == (9999,)
    assert Configuration({"web.port": "9998"}).get(REST_BIND_PORT) == (9998,)
    assert Configuration({"web.port": "9998"}).get(REST_PORT) == 9998


def test_rest_address_is_that_of_the_job_manager_when_it_is_not_set() -> None:
    assert Configuration({"jobmanager.rpc.address": "head"}).get(REST_ADDRESS) == "head"


@pytest.mark.parametrize("text", ["0", "-2"])
def test_history_that_would_delete_all_archives_is_refused(text: str) -> None:
    with pytest.raises(InvalidProgramError, match=r"historyserver.archive.retained-jobs"):
        Configuration({"historyserver.archive.retained-jobs": text}).get(HISTORY_RETAINED_JOBS)
