"""The JobMaster's messages to the source of a task."""

from __future__ import annotations

from pyrite.operators.source import SourceOperator
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.frames import Barrier


def tell_source(source: SourceOperator, message: messages.Message) -> bool:
    """Hands a message to a source; False: it is about something else."""
    match message:
        case messages.AssignSplits(splits):
            source.add_splits(splits)
        case messages.NoMoreSplits():
            source.notify_no_more_splits()
        case messages.SourceEvent(event):
            source.reader.handle_source_event(event)
        case messages.Align(limit_ms):
            source.hold_back(limit_ms)
        case _:
            return False
    return True


def barrier_of(trigger: messages.Trigger) -> Barrier:
    """The barrier that a checkpoint begins with."""
    return Barrier(
        trigger.checkpoint_id,
        trigger.triggered_ms,
        trigger.completed_id,
        trigger.unaligned,
        stops=trigger.stops,
        savepoint=trigger.savepoint,
    )
