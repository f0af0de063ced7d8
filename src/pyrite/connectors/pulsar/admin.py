"""Admin: what only Pulsar's admin service knows, by HTTP."""

from __future__ import annotations

import re
from typing import Any, Final

from pyrite.connectors.base.http_client import http_client
from pyrite.connectors.pulsar.client import PulsarSettings
from pyrite.core.connector.urls import shown
from pyrite.core.errors import ConnectorError, InvalidProgramError

_ANSWER_S: Final = 10.0
_PARTITION: Final = re.compile(r"-partition-\d+$")


def full_name(topic: str) -> str:
    """persistent://tenant/namespace/topic; a name alone is one of public/default."""
    if "://" in topic:
        return topic
    return f"persistent://{topic if topic.count('/') == 2 else f'public/default/{topic}'}"


class Admin:
    def __init__(self, settings: PulsarSettings, needed_by: str) -> None:
        if not settings.admin_url:
            raise InvalidProgramError(f"{needed_by} needs set_admin_url(), such as http://localhost:8080")
        self._settings = settings
        self._needed_by = needed_by

    def topics_like(self, pattern: str) -> list[str]:
        """The topics of the pattern's namespace whose full name it matches, without their partitions."""
        domain, _, rest = full_name(pattern).partition("://")
        tenant, namespace, _ = rest.split("/", 2)
        place = f"{domain}/{tenant}/{namespace}"
        names = {*self._get(f"{place}/partitioned"), *(_PARTITION.sub("", name) for name in self._get(place))}
        wanted = re.compile(full_name(pattern))
        return sorted(name for name in names if wanted.fullmatch(name))

    def _get(self, path: str) -> Any:
        import httpx

        url = f"{self._settings.admin_url.rstrip('/')}/admin/v2/{path}"
        try:
            with http_client(_ANSWER_S, **self._login()) as client:
                answer = client.get(url)
                answer.raise_for_status()
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            reason = self._settings.secrets().masked(error)
            raise ConnectorError(f"{self._needed_by}: no answer from {shown(url)}: {reason}") from None
        return answer.json() if answer.content else None

    def _login(self) -> dict[str, Any]:
        params = self._settings.params()
        if "token" in params:
            return {"headers": {"Authorization": f"Bearer {params['token']}"}}
        if "password" in params:
            return {"auth": (params.get("username", params.get("userId", "")), params["password"])}
        return {}
