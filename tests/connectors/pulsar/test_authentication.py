"""A broker that asks for tokens."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator

import pytest

from pyrite.common.block import Block
from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.errors import ConnectorError
from pyrite.datastream.connectors.pulsar import PulsarSink, PulsarSinkBuilder, PulsarSource
from servers.pulsar import PulsarServer
from tests.connectors.polling import opened, read
from tests.connectors.pulsar.broker import started
from tests.connectors.pulsar.test_sink import CONTEXT

pytestmark = pytest.mark.slow
PLUGIN = "org.apache.pulsar.client.impl.auth.AuthenticationToken"
SECRET = b"a secret of the broker's, of 32 bytes or more"


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def token_of(role: str, secret: bytes = SECRET) -> str:
    """A JSON Web Token, as the broker's administrator would make it."""
    text = ".".join(_encoded(json.dumps(part).encode()) for part in ({"alg": "HS256"}, {"sub": role}))
    return f"{text}.{_encoded(hmac.digest(secret, text.encode(), hashlib.sha256))}"


@pytest.fixture(scope="module")
def guarded() -> Iterator[PulsarServer]:
    token = token_of("admin")
    settings = {
        "authenticationEnabled": "true",
        "authorizationEnabled": "true",
        "authenticationProviders": "org.apache.pulsar.broker.authentication.AuthenticationProviderToken",
        "tokenSecretKey": f"data:;base64,{base64.b64encode(SECRET).decode()}",
        "superUserRoles": "admin",
        "brokerClientAuthenticationPlugin": PLUGIN,
        "brokerClientAuthenticationParameters": f"token:{token}",
    }
    server = started(settings, token)
    yield server
    server.stop()


def sink(server: PulsarServer, token: str) -> PulsarSinkBuilder:
    made = PulsarSink.builder().set_service_url(server.url).set_topics("t").set_authentication(PLUGIN, {"token": token})
    return made.set_serialization_schema(SimpleStringSchema()).set_delivery_guarantee(DeliveryGuarantee.AT_LEAST_ONCE)


def test_token_opens_topics_and_the_admin_service(guarded: PulsarServer) -> None:
    writer = sink(guarded, token_of("admin")).build().create_writer(CONTEXT)
    writer.write(Block(["a", "b"]))
    writer.flush(True)
    writer.close()
    made = PulsarSource.builder().set_service_url(guarded.url).set_admin_url(guarded.admin_url)
    made.set_topic_pattern("t.*").set_subscription_name("s").set_deserialization_schema(SimpleStringSchema())
    reader = opened(made.set_authentication(PLUGIN, f"token:{token_of('admin')}").build())
    assert read(reader, 2) == ["a", "b"]
    reader.close()


def test_wrong_token_is_refused_and_not_shown(guarded: PulsarServer) -> None:
    token = token_of("admin", b"another secret, of 32 bytes or more ....")
    with pytest.raises(
        ConnectorError, match=r"PulsarSink: topics t .* at pulsar://127.0.0.1:\d+: .*may refuse the authentication"
    ) as reported:
        sink(guarded, token).build().create_writer(CONTEXT)
    assert token not in str(reported.value)
