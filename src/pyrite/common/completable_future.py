"""CompletableFuture: the result type of JobClient's methods."""

from pyrite.core.job.completable_future import (
    CompletableFuture,
)

__all__ = [
    "CompletableFuture",
]
