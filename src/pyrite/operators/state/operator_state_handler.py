"""OperatorStateHandler: snapshots and restores an operator, in the same order in every host."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace

from pyrite.core.errors import InvalidProgramError, StateUnreadableError
from pyrite.operators.capabilities import Commits, HasTimers
from pyrite.operators.operator import Operator
from pyrite.operators.state.operator_subtask_state import FrozenOperatorState, OperatorSubtaskState
from pyrite.state.evolution import loading as evolution
from pyrite.state.evolution.migrations import Migrations
from pyrite.state.handles import KeyedHandle, StateReader


class OperatorStateHandler:
    """One operator, its keyed state and its iteration, for tasks, test harnesses and the state processor.

    Before `open`: `restore_keyed`, then `restore`. At a barrier: `prepare`, then `freeze`; later `completed` or
    `aborted`, or neither.
    """

    def __init__(self, operator: Operator) -> None:
        self._operator = operator
        self._commits = operator if isinstance(operator, Commits) else None
        self._backend = operator.context.backend
        self._iteration = operator.context.iteration

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, completed_id: int = 0, savepoint: bool = False) -> None:
        """A barrier has arrived; checkpoint `completed_id` is complete. A failure may have lost records."""
        self._confirm(completed_id)
        self._operator.prepare(checkpoint_id, savepoint)

    def freeze(self, checkpoint_id: int, savepoint: bool = False) -> FrozenOperatorState:
        """Freezes the state at a barrier.

        Must be fast: the task waits for it. A savepoint is complete for every backend.
        """
        keyed = None
        if self._backend is not None and savepoint:
            keyed = self._backend.freeze_savepoint(checkpoint_id)
        elif self._backend is not None:
            keyed = self._backend.freeze(checkpoint_id, full=not self._operator.context.settings.incremental)
        state = self._unkeyed(checkpoint_id)
        in_one = savepoint or self._commits is None or not self._commits.stages
        data, staged = (evolution.dumps(state), ()) if in_one else evolution.dumps_staging(state)
        return FrozenOperatorState(keyed, data, state.has_unkeyed, bool(state.unions), staged, state.summary())

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        """The current state as independent values, including keyed state and timers."""
        keyed = [] if self._backend is None else self._backend.snapshot()
        state = self._unkeyed(checkpoint_id)
        return replace(
            state,
            keyed=keyed,
            timers=self._operator.live_timers() if isinstance(self._operator, HasTimers) else [],
            lists=copy.deepcopy(state.lists),
            unions=copy.deepcopy(state.unions),
            numbered=copy.deepcopy(state.numbered),
            checkpoint_id=checkpoint_id,
        )

    def _unkeyed(self, checkpoint_id: int) -> OperatorSubtaskState:
        state = self._operator.snapshot(checkpoint_id)
        if self._iteration is not None:
            lists, unions = self._iteration.with_state(state.lists, state.unions)
            state = replace(state, lists=lists, unions=unions)
        return replace(state, output_watermark_ms=self._operator.output.watermark_ms)

    def completed(self, checkpoint_id: int) -> None:
        """The checkpoint is complete: sinks commit."""
        self._confirm(checkpoint_id)
        if self._commits is not None:
            self._commits.checkpoint_completed(checkpoint_id)

    def aborted(self, checkpoint_id: int) -> None:
        """The checkpoint was aborted; committables prepared for it stay pending."""
        if self._backend is not None:
            self._backend.abort(checkpoint_id)
        if self._commits is not None:
            self._commits.checkpoint_aborted(checkpoint_id)

    def _confirm(self, checkpoint_id: int) -> None:
        """Later snapshots of the backend may be based on the checkpoint."""
        if self._backend is not None:
            self._backend.confirm(checkpoint_id)

    # Restore ----------------------------------------------------------------------------------------------------------

    def restore_keyed(
        self, handles: Sequence[KeyedHandle], files: StateReader, groups: range, migrations: Migrations
    ) -> None:
        """Reads the keyed state of a checkpoint, of these key groups."""
        if self._backend is None:
            raise StateUnreadableError("it had keyed state, but is no longer on a keyed stream: call key_by() again")
        self._backend.restore(list(handles), files, groups, migrations)

    def restore(self, state: OperatorSubtaskState) -> None:
        """Restores the values of a state; a sink commits its pending committables."""
        if state.keyed:
            if self._backend is None:
                raise InvalidProgramError(
                    f"{self._operator.label()} has keyed state to restore but is not on a keyed stream"
                )
            self._backend.restore_entries(state.keyed)
        state = replace(state, lists=dict(state.lists), unions=dict(state.unions))
        self._operator.output.watermark_ms = state.output_watermark_ms
        if self._iteration is not None:
            self._iteration.restore(state.lists, state.unions)
        self._operator.restore(state)
