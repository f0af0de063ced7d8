"""The fault test on Spark: kills jobs at random instants and at every step, and checks their output."""
