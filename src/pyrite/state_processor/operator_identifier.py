"""OperatorIdentifier: the operator of a job to which a state belongs."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.core.errors import InvalidProgramError


@dataclass(frozen=True)
class OperatorIdentifier:
    """Identifies an operator by the uid set in the program, or by its generated id."""

    uid: str = ""
    uid_hash: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            raise InvalidProgramError("an operator needs a uid, as in OperatorIdentifier.for_uid('counts')")

    @staticmethod
    def for_uid(uid: str) -> OperatorIdentifier:
        return OperatorIdentifier(uid=uid)

    @staticmethod
    def for_uid_hash(uid_hash: str) -> OperatorIdentifier:
        """Identifies by `set_uid_hash`, or by the generated id that `pyrite checkpoint show` prints."""
        return OperatorIdentifier(uid_hash=uid_hash)

    @property
    def id(self) -> str:
        """The id under which its state is stored."""
        return self.uid or self.uid_hash
