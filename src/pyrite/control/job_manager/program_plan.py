"""What an uploaded program would run: its code runs in a process of its own, up to its first job."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from pyrite.control.job_manager_gateway import SubmissionRefusedError, SubmittedProgram
from pyrite.core.job.job_document import JobDocument
from pyrite.core.json_dataclasses import of_json

_MODULE: Final = "pyrite.cli.program.plan_document"
_LONGEST_S: Final = 60.0


async def plan_of_program(program: SubmittedProgram, job_id: str) -> JobDocument:
    """Runs the program up to its first job. SubmissionRefusedError: it failed, started no job, or took too long."""
    content = {"path": program.path, "entry": program.entry, "arguments": program.arguments, "job_id": job_id}
    request = json.dumps({**content, "settings": dict(program.settings)}).encode()
    with tempfile.TemporaryDirectory(prefix="plan-") as folder:
        file = Path(folder) / "plan.json"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", _MODULE, str(file)),
            cwd=str(Path(program.path).parent),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            await asyncio.wait_for(process.communicate(request), _LONGEST_S)
        except TimeoutError:
            raise SubmissionRefusedError(f"the program has started no job for {_LONGEST_S:.0f} s") from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        answer: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {"error": "its process died"}
    if "error" in answer:
        raise SubmissionRefusedError(f"the program did not start a job: {answer['error']}")
    return of_json(JobDocument, answer["document"])
