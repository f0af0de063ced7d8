"""The test kit: whole jobs and single operators without Spark, under a clock that the test moves."""

from pyrite.common.clock import ManualClock
from pyrite.testing.simulation import Simulation, SimulationOptions, SimulationResult, simulate

__all__ = ["ManualClock", "Simulation", "SimulationOptions", "SimulationResult", "simulate"]
