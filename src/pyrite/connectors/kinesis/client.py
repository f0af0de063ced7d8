"""AwsSettings: the connection to an AWS service, with the property names of Flink's Kinesis connector."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted
from pyrite.core.secrets import Secrets

REGION: Final = "aws.region"
ENDPOINT: Final = "aws.endpoint"
ACCESS_KEY: Final = "aws.credentials.provider.basic.accesskeyid"
SECRET_KEY: Final = "aws.credentials.provider.basic.secretkey"
_KNOWN: Final = (REGION, ENDPOINT, ACCESS_KEY, SECRET_KEY, "aws.credentials.provider")


@persisted("kinesis-aws-settings/1")
@dataclass(frozen=True)
class AwsSettings:
    """The parameters of a client. Texts about them mask secrets."""

    region: str = ""
    endpoint: str = ""
    access_key: str = field(default="", repr=False)
    secret_key: str = field(default="", repr=False)

    @staticmethod
    def of(properties: Mapping[str, str], others: tuple[str, ...] = ()) -> AwsSettings:
        """Parses properties, which may also contain `others`. Missing credentials are found as by AWS's own tools."""
        unknown = sorted(key for key in properties if key not in _KNOWN and key not in others)
        if unknown:
            allowed = ", ".join((*_KNOWN, *others))
            raise InvalidProgramError(f"unknown property {unknown[0]!r}: expected one of {allowed}")
        provider = properties.get("aws.credentials.provider", "AUTO").upper()
        if provider not in ("AUTO", "BASIC"):
            raise InvalidProgramError(
                f"aws.credentials.provider must be AUTO (as in AWS's own tools) or BASIC, not {provider}"
            )
        keys = properties.get(ACCESS_KEY, ""), properties.get(SECRET_KEY, "")
        if bool(keys[0]) != bool(keys[1]) or (provider == "BASIC" and not keys[0]):
            raise InvalidProgramError(f"{ACCESS_KEY} and {SECRET_KEY} must be set together")
        return AwsSettings(properties.get(REGION, ""), properties.get(ENDPOINT, ""), *keys)

    def client(self, service: str, needed_by: str) -> Any:
        """A boto3 client."""
        boto3 = load("boto3", "kinesis", needed_by)
        config = load("botocore.config", "kinesis", needed_by)
        exceptions = load("botocore.exceptions", "kinesis", needed_by)
        try:
            return boto3.session.Session().client(
                service,
                endpoint_url=self.endpoint or None,
                region_name=self.region or None,
                aws_access_key_id=self.access_key or None,
                aws_secret_access_key=self.secret_key or None,
                config=config.Config(
                    connect_timeout=5, read_timeout=20, retries={"total_max_attempts": 3, "mode": "standard"}
                ),
            )
        except (exceptions.BotoCoreError, ValueError) as error:
            raise ConnectorError(
                f"{needed_by} cannot reach {self.place(service)}: {self.secrets.masked(error)}"
            ) from None

    def place(self, service: str) -> str:
        return self.endpoint or f"{service} of AWS in {self.region or 'the default region'}"

    @property
    def secrets(self) -> Secrets:
        return Secrets(self.secret_key, self.access_key)
