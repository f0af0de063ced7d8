"""Testing without Spark: harnesses for one function, a simulation for a whole program, scripted sources, a clock."""

from pyrite.core.clock import ManualClock
from pyrite.operators.operator_subtask_state import OperatorSubtaskState
from pyrite.testing.harness import OperatorTestHarness, StreamRecord, Watermark
from pyrite.testing.process_function_harnesses import ProcessFunctionTestHarnesses
from pyrite.testing.scripted_source import At, Fail, Pause, ScriptedSource
from pyrite.testing.simulation import Fault, Simulation, SimulationOptions, SimulationResult, simulate
from pyrite.testing.simulation_executor import SimulationExecutor

__all__ = [
    "At",
    "Fail",
    "Fault",
    "ManualClock",
    "OperatorSubtaskState",
    "OperatorTestHarness",
    "Pause",
    "ProcessFunctionTestHarnesses",
    "ScriptedSource",
    "Simulation",
    "SimulationExecutor",
    "SimulationOptions",
    "SimulationResult",
    "StreamRecord",
    "Watermark",
    "simulate",
]
