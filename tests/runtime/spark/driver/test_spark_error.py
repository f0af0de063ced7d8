"""The error of a Spark job that failed says so if a stranger wrote to a port of the exchange."""

from __future__ import annotations

import pytest

from pyrite.core.errors import ExchangeIntrusionError, PyriteError
from pyrite.runtime.spark.driver.attempt_runner import spark_error

HEAD = """An error occurred while calling o225.collectToPython.
: org.apache.spark.SparkException: Job aborted due to stage failure: Task 0 in stage 0.0 failed 1 times, most recent \
failure: Lost task 0.0 in stage 0.0 (TID 0) (localhost executor driver): """
TAIL = """
\tat io.netty.channel.AbstractChannelHandlerContext.fireChannelRead(AbstractChannelHandlerContext.java:357)

Driver stacktrace:
\tat org.apache.spark.scheduler.DAGScheduler.$anonfun$abortStage$3(DAGScheduler.scala:4568)
"""
DECODER = """
\tat org.apache.spark.network.util.TransportFrameDecoder.decodeNext(TransportFrameDecoder.java:149)
\tat org.apache.spark.network.util.TransportFrameDecoder.channelRead(TransportFrameDecoder.java:97)"""
CHECK = """
\tat org.apache.spark.network.util.JavaUtils.checkArgument(JavaUtils.java:759)"""
HANDLER = """
\tat org.apache.spark.shuffle.streaming.StreamingShuffleServerHandler.receive(StreamingShuffleServerHandler.scala:67)"""


@pytest.mark.parametrize(
    "failure",
    [
        f"java.lang.IllegalArgumentException: Frame length should be positive: -2401{CHECK}{DECODER}",
        f"java.lang.ArrayIndexOutOfBoundsException: Index 7 out of bounds for length 1{HANDLER}",
    ],
    ids=["garbage", "a place that does not exist"],
)
def test_bytes_that_no_task_sends_are_an_intrusion(failure: str) -> None:
    error = spark_error(HEAD + failure + TAIL)
    assert isinstance(error, ExchangeIntrusionError)
    assert str(error).startswith("a stranger has written to a port of Spark's exchange")


@pytest.mark.parametrize(
    "failure",
    [
        f"io.netty.util.internal.OutOfDirectMemoryError: failed to allocate 4194304 byte(s){DECODER}",
        "java.io.IOException: Connection reset by peer\n\tat sun.nio.ch.SocketDispatcher.read0(Native Method)",
        "java.lang.IllegalArgumentException: a function of the user\n\tat org.example.Function.call(Function.java:3)",
    ],
    ids=["no memory", "a reader is gone", "another error"],
)
def test_other_failures_are_not(failure: str) -> None:
    error = spark_error(HEAD + failure + TAIL)
    assert type(error) is PyriteError
    assert str(error).startswith("the Spark job failed: ")
