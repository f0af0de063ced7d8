"""Runs measurements in processes of their own and reads what they print."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Optional

from benchmarks.cpu_meter import CpuMeter

ROOT = Path(__file__).parent.parent
PEERS = ROOT / ".peers"
REQUIREMENTS = {
    "pyflink": "apache-flink==2.3.0",
    "bytewax": "bytewax==0.21.1",
    "laminardb": "laminardb==0.17.0 pyarrow==26.0.1 numpy==2.4.6",
}


def run_json(command: list[str], timeout_s: float = 900, env: Optional[Mapping[str, str]] = None) -> dict[str, Any]:
    """Runs a command; its last line on stdout is JSON. Adds `cpu_s`, of all its processes.

    If the result has `spans`, of `time.monotonic`, `cpu_seconds` are those of each.
    """
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=pipe, stderr=pipe, text=True) as process:
        meter = CpuMeter(process.pid)
        try:
            said, errors = process.communicate(timeout=timeout_s)
        except BaseException:
            process.kill()
            raise
    used_s = meter.stop()
    lines = said.strip().splitlines()
    if process.returncode != 0 or not lines:
        raise RuntimeError(f"{' '.join(command)} failed ({process.returncode}):\n{errors[-3000:]}")
    result: dict[str, Any] = json.loads(lines[-1])
    result["cpu_s"] = used_s
    if "spans" in result:
        result["cpu_seconds"] = [meter.between(begun, ended) for begun, ended in result["spans"]]
    return result


def ours(work: str, *arguments: str) -> dict[str, Any]:
    return run_json([sys.executable, "-m", "benchmarks.ours", work, *arguments])


def peer(name: str, work: str, *arguments: str) -> dict[str, Any]:
    script = ROOT / "benchmarks" / "peers" / f"{name}_peer.py"
    return run_json([str(peer_python(name)), str(script), work, *arguments])


def peer_python(name: str) -> Path:
    """The interpreter of a peer's own environment, which is made on first use."""
    folder = PEERS / name
    python = folder / "bin" / "python"
    ready = folder / ".ready"
    if not ready.exists():
        print(f"setting up {REQUIREMENTS[name]} in {folder.relative_to(ROOT)}", file=sys.stderr)
        venv.create(folder, with_pip=True, clear=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*command, *REQUIREMENTS[name].split()], check=True)
        ready.touch()
    return python
