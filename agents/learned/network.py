"""The module that zips of before name: unpickling them looks for their policy here."""

from stuka_env.networks.policies import StructuredPolicy

__all__ = ["StructuredPolicy"]
