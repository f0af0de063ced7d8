"""Testing without Spark: harnesses for a function, source or sink, simulated programs, scripted sources, a clock."""

from pyrite.core.clock import ManualClock
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.testing.harness import OperatorTestHarness, StreamRecord, Watermark
from pyrite.testing.process_function_harnesses import ProcessFunctionTestHarnesses
from pyrite.testing.scripted_source import At, Fail, Pause, ScriptedSource
from pyrite.testing.simulation import Fault, Simulation, SimulationOptions, SimulationResult, simulate
from pyrite.testing.simulation_executor import SimulationExecutor
from pyrite.testing.sink_test_harness import SinkSnapshot, SinkTestHarness
from pyrite.testing.source_test_harness import SourceSnapshot, SourceTestHarness

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
    "SinkSnapshot",
    "SinkTestHarness",
    "SourceSnapshot",
    "SourceTestHarness",
    "StreamRecord",
    "Watermark",
    "simulate",
]
