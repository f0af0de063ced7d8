"""S3Settings: endpoint and credentials of S3 or of a compatible server."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from pyrite.core.config.config_options import ConfigOption, parse_bool
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError, MissingDependencyError
from pyrite.core.secrets import Secrets

ENDPOINT: Final = ConfigOption("s3.endpoint", str, "", "The URL of an S3-compatible server; empty: Amazon S3.")
ACCESS_KEY: Final = ConfigOption(
    "s3.access-key", str, "", "Empty: as AWS's own tools find it.", former_keys=("s3.access.key",)
)
SECRET_KEY: Final = ConfigOption(
    "s3.secret-key", str, "", "Empty: as AWS's own tools find it.", former_keys=("s3.secret.key",)
)
PATH_STYLE: Final = ConfigOption(
    "s3.path.style.access", parse_bool, False, "Whether the bucket is in the URL's path rather than its host name."
)
REGION: Final = ConfigOption("s3.region", str, "", "Empty: as AWS's own tools find it.")
S3_OPTIONS: Final = (ENDPOINT, ACCESS_KEY, SECRET_KEY, PATH_STYLE, REGION)
_KEYS: Final = {key for option in S3_OPTIONS for key in (option.key, *option.former_keys)}


@dataclass(frozen=True)
class S3Settings:
    """Endpoint and credentials of S3. Secrets never appear in the repr."""

    endpoint: str = ""
    region: str = ""
    path_style: bool = False
    access_key: str = field(default="", repr=False)
    secret_key: str = field(default="", repr=False)

    @staticmethod
    def of(configuration: Configuration) -> S3Settings:
        unknown = sorted(key for key in configuration.key_set() if key.startswith("s3.") and key not in _KEYS)
        if unknown:
            settings = ", ".join(option.key for option in S3_OPTIONS)
            raise CheckpointError(f"unknown setting {unknown[0]!r}: the settings of S3 are {settings}")
        endpoint = configuration.get(ENDPOINT)
        if endpoint and "://" not in endpoint:
            endpoint = f"https://{endpoint}"
        if "@" in endpoint:
            raise CheckpointError(
                f"{ENDPOINT.key} must not contain credentials: set {ACCESS_KEY.key}, {SECRET_KEY.key}"
            )
        access_key, secret_key = configuration.get(ACCESS_KEY), configuration.get(SECRET_KEY)
        if bool(access_key) != bool(secret_key):
            raise CheckpointError(f"{ACCESS_KEY.key} and {SECRET_KEY.key} must be set both or not at all")
        return S3Settings(endpoint, configuration.get(REGION), configuration.get(PATH_STYLE), access_key, secret_key)

    @property
    def secrets(self) -> Secrets:
        return Secrets(self.secret_key, self.access_key)

    def file_system(self) -> Any:
        """Arrow's file system, for data. It has no conditional writes."""
        options: dict[str, Any] = {}
        if self.endpoint:
            parts = urlsplit(self.endpoint)
            options |= {"endpoint_override": parts.netloc, "scheme": parts.scheme}
        if self.access_key:
            options |= {"access_key": self.access_key, "secret_key": self.secret_key}
        if self.region:
            options["region"] = self.region
        return importlib.import_module("pyarrow.fs").S3FileSystem(**options)

    def client(self, needed_by: str) -> Any:
        """boto3's client, for all other requests."""
        try:
            boto3, config = importlib.import_module("boto3"), importlib.import_module("botocore.config")
        except ImportError:
            raise MissingDependencyError(f"{needed_by} in S3 need boto3: pip install 'pyrite[s3]'") from None
        return boto3.session.Session().client(
            "s3",
            endpoint_url=self.endpoint or None,
            region_name=self.region or None,
            aws_access_key_id=self.access_key or None,
            aws_secret_access_key=self.secret_key or None,
            config=config.Config(
                connect_timeout=10,
                read_timeout=30,
                retries={"total_max_attempts": 3, "mode": "standard"},
                s3={"addressing_style": "path" if self.path_style else "auto"},
            ),
        )
