"""CompletableFuture: what JobClient's methods return."""

from pyrite.core.job.completable_future import (
    CompletableFuture,
)

__all__ = [
    "CompletableFuture",
]
