"""Pattern matching: sequences of events are described, and looked for in a stream (Flink's CEP)."""

from pyrite.cep.pattern_stream import CEP, EventComparator, PatternStream
from pyrite.core.errors import MalformedPatternError, SkipError
from pyrite.operators.pattern.after_match_skip_strategy import AfterMatchSkipStrategy
from pyrite.operators.pattern.conditions import ConditionContext, IterativeCondition, SimpleCondition, TimeContext
from pyrite.operators.pattern.functions import (
    PatternContext,
    PatternFlatSelectFunction,
    PatternFlatTimeoutFunction,
    PatternMatch,
    PatternProcessFunction,
    PatternSelectFunction,
    PatternTimeoutFunction,
    TimedOutPartialMatchHandler,
)
from pyrite.operators.pattern.pattern import GroupPattern, Pattern
from pyrite.operators.pattern.quantifier import ConsumingStrategy, Quantifier, WithinType

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
