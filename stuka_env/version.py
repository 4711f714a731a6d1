"""The version of the package, in a module of its own because all rooms read it."""

__version__ = "0.1.0"
