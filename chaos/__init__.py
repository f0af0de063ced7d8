"""The proof on Spark: jobs that are killed at random instants and at every step, and a checker of what they wrote."""
