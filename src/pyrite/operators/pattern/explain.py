"""Describes an automaton as text."""

from __future__ import annotations

from collections.abc import Iterator

from pyrite.operators.pattern.automaton import END, Automaton, Contiguity, Edge, Position


def as_text(automaton: Automaton) -> str:
    """One line for every position, and one for each of its edges."""
    return "\n".join([limits(automaton), *_lines(automaton)]) + "\n"


def limits(automaton: Automaton) -> str:
    """The limits of the whole pattern."""
    within = "no time limit" if automaton.within_ms is None else f"within {automaton.within_ms} ms"
    return f"{within}, {automaton.skip}"


def label(automaton: Automaton, position: Position) -> str:
    """A position's name, with its number if its step has several positions."""
    several = sum(other.name == position.name for other in automaton.positions) > 1
    return f"{position.name} {position.copy}" if several else position.name or "start"


def kills(automaton: Automaton, position: Position) -> list[str]:
    """Descriptions of the events that must not occur."""
    ever = [f"not followed by {role}" for role in roles(automaton, position.kills)]
    return ever + [f"not next {role}" for role in roles(automaton, position.kills_first)]


def roles(automaton: Automaton, bits: int) -> list[str]:
    return [role for index, role in enumerate(automaton.roles) if bits & (1 << index)]


def edge_text(edge: Edge) -> str:
    """The description of how an event follows."""
    return edge.contiguity.value if edge.target != END else f"a match {edge.contiguity.value}"


def _lines(automaton: Automaton) -> Iterator[str]:
    for position in automaton.positions:
        yield label(automaton, position) + (": a match" if position.accepts else "")
        yield from (f"    {text}" for text in kills(automaton, position))
        for edge in position.edges:
            yield f"    {_edge_line(automaton, position, edge)}"


def _edge_line(automaton: Automaton, position: Position, edge: Edge) -> str:
    target = "" if edge.target == END else f" {label(automaton, automaton.positions[edge.target])}"
    words = f"{edge_text(edge)}{target}" if position.name else f"begins with{target}"
    greedy = [role for guard in edge.guards for role in roles(automaton, guard.condition)]
    less = "" if edge.contiguity is Contiguity.AT_TIMEOUT else "less than "
    details = [f"{less}{edge.gap_ms} ms later"] if edge.gap_ms is not None else []
    details += [f"not after {role}" for role in roles(automaton, edge.closes)]
    details += [f"not {role} itself" for role in roles(automaton, edge.unless)]
    details += [f"not after, nor itself, one more {role}" for role in greedy]
    return ", ".join([words, *details])
