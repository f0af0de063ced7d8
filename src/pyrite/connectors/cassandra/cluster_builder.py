"""ClusterBuilder: how a task connects to Cassandra."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from pyrite.core.extras import load


class ClusterBuilder(ABC):
    """Subclass it for more than a host: several contact points, a user, TLS. Must pickle."""

    @abstractmethod
    def build_cluster(self) -> Any:
        """A `cassandra.cluster.Cluster`, not yet connected. Called in each task."""


class HostClusterBuilder(ClusterBuilder):
    """One contact point, without a password."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port

    def build_cluster(self) -> Any:
        module = load("cassandra.cluster", "cassandra", "the Cassandra connector")
        return module.Cluster([self._host], port=self._port)
