"""Admin: what only Pulsar's admin service knows, by HTTP."""

from __future__ import annotations

import base64
import json
import re
import urllib.error
import urllib.request
from typing import Any, Final, Optional

from pyrite.connectors.pulsar.client import PulsarSettings
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
        url = f"{self._settings.admin_url.rstrip('/')}/admin/v2/{path}"
        request = urllib.request.Request(url, headers=self._headers())
        try:
            with urllib.request.urlopen(request, timeout=_ANSWER_S) as answer:
                text = answer.read()
        except (urllib.error.URLError, OSError) as error:
            raise ConnectorError(f"{self._needed_by}: no answer from {url}: {type(error).__name__}: {error}") from None
        return json.loads(text) if text else None

    def _headers(self) -> dict[str, str]:
        params: dict[str, str] = self._settings.params()
        token: Optional[str] = params.get("token")
        if token is not None:
            return {"Authorization": f"Bearer {token}"}
        if "password" in params:
            user = params.get("username", params.get("userId", ""))
            pair = base64.b64encode(f"{user}:{params['password']}".encode()).decode()
            return {"Authorization": f"Basic {pair}"}
        return {}
