"""Pattern matching: sequences of events are described, and looked for in a stream (Flink's CEP)."""

from pyrite.cep.after_match_skip_strategy import AfterMatchSkipStrategy
from pyrite.cep.conditions import ConditionContext, IterativeCondition, SimpleCondition, TimeContext
from pyrite.cep.functions import (
    PatternContext,
    PatternFlatSelectFunction,
    PatternFlatTimeoutFunction,
    PatternMatch,
    PatternProcessFunction,
    PatternSelectFunction,
    PatternTimeoutFunction,
    TimedOutPartialMatchHandler,
)
from pyrite.cep.pattern import GroupPattern, Pattern
from pyrite.cep.pattern_stream import CEP, EventComparator, PatternStream
from pyrite.cep.quantifier import ConsumingStrategy, Quantifier, WithinType
from pyrite.common.errors import MalformedPatternError, SkipError

__all__ = [
    "CEP",
    "AfterMatchSkipStrategy",
    "ConditionContext",
    "ConsumingStrategy",
    "EventComparator",
    "GroupPattern",
    "IterativeCondition",
    "MalformedPatternError",
    "Pattern",
    "PatternContext",
    "PatternFlatSelectFunction",
    "PatternFlatTimeoutFunction",
    "PatternMatch",
    "PatternProcessFunction",
    "PatternSelectFunction",
    "PatternStream",
    "PatternTimeoutFunction",
    "Quantifier",
    "SimpleCondition",
    "SkipError",
    "TimeContext",
    "TimedOutPartialMatchHandler",
    "WithinType",
]
