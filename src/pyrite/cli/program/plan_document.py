"""The plan of a program as a JobDocument, for a JobManager, which runs no user code in its own process.

python -m pyrite.cli.program.plan_document FILE < SUBMISSION

The program runs up to its first job; FILE then has the document, or the error.
"""

from __future__ import annotations

import json
import sys
import traceback
from pathlib import Path
from typing import Any

from pyrite.cli.program.info import take_plan
from pyrite.control.document_of_view import document_of_view
from pyrite.core.clock import SystemClock
from pyrite.core.errors import PyriteError
from pyrite.core.job.job_status import JobStatus
from pyrite.core.json_dataclasses import to_json
from pyrite.runtime.wire.job_view import JobView


def main(file: str, program: dict[str, Any]) -> None:
    """Writes the document or the error to `file`."""
    try:
        plan = take_plan(program["path"], program["arguments"], program["settings"], program["entry"])
        view = JobView(JobStatus.CREATED, plan.execution, is_batch=plan.is_batch)
        document = document_of_view(program["job_id"], view, plan.configuration, SystemClock().now_ms())
        answer: dict[str, Any] = {"document": to_json(document)}
    except (Exception, SystemExit) as error:
        words = str(error) if isinstance(error, PyriteError) else "".join(traceback.format_exception(error))
        answer = {"error": words}
    Path(file).write_text(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1], json.load(sys.stdin))
