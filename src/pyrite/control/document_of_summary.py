"""The JobDocument of a job whose driver cannot answer, because it is starting, or died before it wrote a document."""

from __future__ import annotations

from pyrite.control.document_of_view import checkpoint_settings_document
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.job_document import CheckpointsDocument, ExceptionDocument, JobDocument
from pyrite.core.job.job_summary import JobSummary


def document_of_summary(summary: JobSummary, now_ms: int) -> JobDocument:
    """A JobDocument without vertices and checkpoints, as Flink shows an INITIALIZING job."""
    cause = [ExceptionDocument("JobExecutionError", summary.cause, summary.modified_ms)] if summary.cause else []
    return JobDocument(
        id=summary.job_id,
        name=summary.name,
        status=summary.status.name,
        is_batch=summary.is_batch,
        now_ms=now_ms,
        since_ms={summary.status.name: summary.modified_ms},
        start_ms=summary.start_ms,
        end_ms=summary.end_ms,
        parallelism=summary.parallelism,
        vertices=(),
        checkpoints=CheckpointsDocument(),
        checkpoint_settings=checkpoint_settings_document(Configuration()),
        exceptions=tuple(cause),
        restarts=summary.restarts,
        trouble=summary.cause,
        process=summary.pid,
    )
