"""Draws the automata of docs/guide/patterns.md from the patterns themselves: python docs/make_automaton.py"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
GUIDE: Final = ROOT / "docs" / "guide"
sys.path.insert(0, str(ROOT))

from examples.cep import door_left_open, fraud  # noqa: E402 - the examples are not installed

from pyrite.cep import Pattern  # noqa: E402
from pyrite.common import Time  # noqa: E402


def shopping() -> Pattern:
    """One of everything: a loop that is greedy, a step that may be left out, one that must not come."""

    def of(kind: str) -> Any:
        return lambda event: event[1] == kind

    search = Pattern.begin("search").where(of("search")).followed_by("view").where(of("view")).one_or_more().greedy()
    bought = search.next("cart").where(of("cart")).not_followed_by("leave").where(of("leave"))
    coupon = bought.followed_by("coupon").where(of("coupon")).optional()
    return coupon.followed_by_any("pay").where(of("pay")).within(Time.minutes(30))


def make_pictures() -> dict[str, str]:
    """The pictures, by their file's name."""
    return {
        "automaton_fraud.svg": fraud.pattern().explain_svg(),
        "automaton_door.svg": door_left_open.pattern().explain_svg(),
        "automaton_shopping.svg": shopping().explain_svg(),
    }


if __name__ == "__main__":
    for name, picture in make_pictures().items():
        (GUIDE / name).write_text(picture, encoding="utf-8")
