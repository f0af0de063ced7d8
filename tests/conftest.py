"""What all tests share."""

from hypothesis import settings

settings.register_profile("pyrite", deadline=None)  # a busy machine is not a failure
settings.load_profile("pyrite")
