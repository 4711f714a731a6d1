"""Policies for MaskablePPO that read the flat observation of any game, and their files (extra ``sb3``).

:func:`load_model` loads a saved agent and runs nothing that is in its file. :func:`save_model` writes such files.
"""

from stuka_env.io.extras import imports_of

with imports_of("sb3"):
    from stuka_env.networks.saved_models import SavedModelError, custom_objects, load_model, save_model

__all__ = ["SavedModelError", "custom_objects", "load_model", "save_model"]
