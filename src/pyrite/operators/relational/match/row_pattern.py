"""RowPattern: the pattern of MATCH_RECOGNIZE, as a pattern of `pyrite.cep`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Optional

from pyrite.core.time.time import Time
from pyrite.operators.pattern.after_match_skip_strategy import AfterMatchSkipStrategy
from pyrite.operators.pattern.pattern import Pattern

_SIGNS: Final = {(1, 1): "", (0, 1): "?", (0, None): "*", (1, None): "+"}


class Skip(Enum):
    """The row after a match from which the next one may begin."""

    PAST_LAST_ROW = "SKIP PAST LAST ROW"
    TO_NEXT_ROW = "SKIP TO NEXT ROW"
    TO_FIRST = "SKIP TO FIRST"
    TO_LAST = "SKIP TO LAST"


@dataclass(frozen=True)
class Step:
    """A variable, which matches `least` to `most` consecutive rows; None: any number."""

    variable: str
    least: int = 1
    most: Optional[int] = 1
    is_greedy: bool = True

    @property
    def is_guarded(self) -> bool:
        """Whether the following step must not take a row that this one could take."""
        return self.is_greedy and self.least != self.most and (self.least, self.most) != (0, 1)

    def __str__(self) -> str:
        """The step as it is written: `A+?`."""
        sign = _SIGNS.get((self.least, self.most))
        if sign is None:
            most = "" if self.most is None else str(self.most)
            sign = f"{{{self.least}}}" if self.least == self.most else f"{{{self.least},{most}}}"
        return f"{self.variable}{sign}{'' if self.is_greedy else '?'}"


@dataclass(frozen=True)
class RowPattern:
    """Steps that follow each other directly."""

    steps: tuple[Step, ...]
    skip: Skip
    skip_to: str = ""
    """The variable of TO_FIRST and TO_LAST."""
    within_ms: Optional[int] = None

    def pattern(self, conditions: Mapping[str, Any]) -> Pattern:
        """Returns the pattern with the conditions of variables. A variable without one matches every row."""
        result: Optional[Pattern] = None
        for step in self.steps:
            name = step.variable
            result = Pattern.begin(name, self._strategy()) if result is None else result.next(name)
            if name in conditions:
                result = result.where(conditions[name])
            result = _repeated(result, step)
        assert result is not None
        return result if self.within_ms is None else result.within(Time.milliseconds(self.within_ms))

    @property
    def skip_text(self) -> str:
        return f"{self.skip.value} {self.skip_to}".strip()

    def __str__(self) -> str:
        return " ".join(map(str, self.steps))

    def _strategy(self) -> AfterMatchSkipStrategy:
        strategies: dict[Skip, Callable[[], AfterMatchSkipStrategy]] = {
            Skip.PAST_LAST_ROW: AfterMatchSkipStrategy.skip_past_last_event,
            Skip.TO_NEXT_ROW: AfterMatchSkipStrategy.skip_to_next,
            Skip.TO_FIRST: AfterMatchSkipStrategy.skip_to_first(self.skip_to).throw_exception_on_miss,
            Skip.TO_LAST: AfterMatchSkipStrategy.skip_to_last(self.skip_to).throw_exception_on_miss,
        }
        return strategies[self.skip]()


def _repeated(pattern: Pattern, step: Step) -> Pattern:
    """Adds the quantifier of a step, as Flink does."""
    if (step.least, step.most) == (0, 1):
        return pattern.optional()
    if (step.least, step.most) == (1, 1):
        return pattern
    if step.most is None:
        pattern = pattern.times_or_more(max(step.least, 1))
        if not step.least:
            pattern = pattern.optional()
    else:
        pattern = pattern.times(step.least, step.most)
    pattern = pattern.consecutive()
    return pattern.greedy() if step.is_guarded else pattern
