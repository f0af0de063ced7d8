"""Redis."""

from pyrite.connectors.redis.sink import RedisSink
from pyrite.connectors.redis.source import RedisStreamSource

__all__ = ["RedisSink", "RedisStreamSource"]
