"""ClientRequests: the open requests of a job's clients. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Optional

from pyrite.core.errors import CheckpointError
from pyrite.runtime.master.attempt.attempt_facts import AttemptEnded, AttemptOutput
from pyrite.runtime.master.checkpoint.pending_checkpoint import PendingCheckpoint
from pyrite.runtime.master.job_events import AttemptBegunEvent, RescaleEvent
from pyrite.runtime.master.job_instructions import Answer, DiscardCheckpoint, Instruction
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind, SavepointRequest


class ClientRequests:
    """Unanswered requests for savepoints and for a rescale."""

    def __init__(self) -> None:
        self._open: set[int] = set()
        self._deferred: list[SavepointRequest] = []
        """Requests that wait until every task runs."""
        self._stopped: Optional[SavepointRequest] = None
        """The savepoint with which the job has stopped, or must stop again after a failure."""
        self._rescaling: Optional[RescaleEvent] = None
        self._paused_ms: Optional[int] = None
        """The time from which a job that is being rescaled is paused."""

    def ask(self, request: SavepointRequest) -> None:
        self._open.add(request.request_id)
        self._deferred.append(request)

    def rescale(self, event: RescaleEvent) -> list[Instruction]:
        """Rescales the job: the attempt stops at a checkpoint, and the next attempt restores it with the new graph."""
        accepted = [] if event.accepted_id is None else [event.accepted_id]
        if self._rescaling is not None:
            error = CheckpointError("the job is already being rescaled")
            return [Answer(number, error=error) for number in (*accepted, event.request_id)]
        self._rescaling = event
        self.ask(SavepointRequest(event.request_id, "", CheckpointKind.STOP))
        return [Answer(number) for number in accepted]

    def take_deferred(self) -> list[SavepointRequest]:
        """Returns and clears the requests that waited for all tasks to run."""
        deferred, self._deferred = self._deferred, []
        return deferred

    def note_answers(self, out: Iterable[AttemptOutput]) -> None:
        for instruction in out:
            if isinstance(instruction, Answer):
                self._open.discard(instruction.request_id)
                if self._rescaling is not None and instruction.request_id == self._rescaling.request_id:
                    self._rescaling = None

    def _noted(self, answers: list[Instruction]) -> list[Instruction]:
        self.note_answers(answers)
        return answers

    def give_up(self, why: str) -> list[Instruction]:
        """Fails the open requests of an attempt that is over. A committed stop is answered at the job's end."""
        open_requests = {request.request_id for request in self._deferred}
        if self._stopped is not None:
            open_requests.add(self._stopped.request_id)
        self._paused_ms = None
        return self._noted([Answer(n, error=CheckpointError(why)) for n in sorted(self._open - open_requests)])

    def attempt_ended(self, attempt: AttemptEnded, resumes: bool) -> list[Instruction]:
        """Discards unconfirmed savepoints if the job resumes (sinks may remove their committables), else answers
        them.
        """
        self._stopped = attempt.stopping or self._stopped
        ended: list[Instruction] = []
        for checkpoint_id, request in attempt.unconfirmed.items():
            if resumes:
                ended.append(DiscardCheckpoint(checkpoint_id, request.folder))
            else:
                ended.append(Answer(request.request_id, request.folder))
        return self._noted(ended)

    def attempt_begins(self, begun: AttemptBegunEvent) -> list[Instruction]:
        """The last attempt may have failed while it stopped the job: the log decides whether the stop was committed."""
        if self._stopped is None or (begun.manifest and begun.manifest.stopped_at == self._stopped.folder):
            return []
        self._stopped = None
        return self.give_up("the job failed before the savepoint was complete, and continues")

    # Rescaling --------------------------------------------------------------------------------------------------------

    def rescaled(self, stopped: Optional[PendingCheckpoint]) -> Optional[RescaleEvent]:
        """The rescale with the new graph of the job, if this checkpoint stopped its attempt for one."""
        if self._rescaling is None or stopped is None or stopped.request is None:
            return None
        if stopped.request.request_id != self._rescaling.request_id:
            return None
        self._paused_ms = stopped.triggered_ms
        return self._rescaling

    def all_run(self, now_ms: int) -> list[Instruction]:
        """Every task runs: answers a rescale with the length of the pause."""
        if self._paused_ms is None or self._rescaling is None:
            return []
        paused_ms, self._paused_ms = now_ms - self._paused_ms, None
        return self._noted([Answer(self._rescaling.request_id, paused_ms)])

    # The end of the job -----------------------------------------------------------------------------------------------

    def finished(self) -> list[Instruction]:
        """The answer to the request that stopped the job."""
        stopped, self._stopped = self._stopped, None
        if stopped is None or stopped.request_id not in self._open:
            return []
        return self._noted([Answer(stopped.request_id, stopped.folder)])

    def ended(self, why: str) -> list[Instruction]:
        """The answers to all remaining requests."""
        self._stopped = None
        self._deferred.clear()
        return self.give_up(why)

    def validate(self, is_over: bool) -> None:
        """Raises AssertionError if the requests are inconsistent. For the simulation."""
        assert all(request.request_id in self._open for request in self._deferred)
        assert self._rescaling is None or self._rescaling.request_id in self._open
        assert not (is_over and self._open), f"requests {self._open} were not answered"
