"""ClusterBuilder: creates the connection of a task to Cassandra."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from pyrite.core.extras import load


class ClusterBuilder(ABC):
    """Creates a cluster. Subclass it for several contact points, credentials or TLS. Must be picklable."""

    @abstractmethod
    def build_cluster(self) -> Any:
        """Returns a `cassandra.cluster.Cluster`, not connected yet. Called in each task."""


class HostClusterBuilder(ClusterBuilder):
    """Connects to one contact point, without a password."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port

    def build_cluster(self) -> Any:
        module = load("cassandra.cluster", "cassandra", "the Cassandra connector")
        return module.Cluster([self._host], port=self._port)
