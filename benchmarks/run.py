"""Runs measurements in processes of their own and reads what they print."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PEERS = ROOT / ".peers"
REQUIREMENTS = {"pyflink": "apache-flink==2.3.0", "bytewax": "bytewax==0.21.1"}


def run_json(command: list[str], timeout_s: float = 900) -> dict[str, Any]:
    """Runs a command; its last line on stdout is JSON."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=timeout_s)
    lines = done.stdout.strip().splitlines()
    if done.returncode != 0 or not lines:
        raise RuntimeError(f"{' '.join(command)} failed ({done.returncode}):\n{done.stderr[-3000:]}")
    result: dict[str, Any] = json.loads(lines[-1])
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
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", REQUIREMENTS[name]]
        subprocess.run(command, check=True)
        ready.touch()
    return python


def slope(sizes: tuple[int, int], seconds: tuple[float, float]) -> float:
    """Records a second between two sizes: what a job costs once it runs."""
    return (sizes[1] - sizes[0]) / max(seconds[1] - seconds[0], 1e-9)
