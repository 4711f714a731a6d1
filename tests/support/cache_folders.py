"""Folders of compiled code that a process remembers."""

from stuka_env.compiling import code_cache


def forget_folders() -> None:
    """Let the next function that is compiled or loaded find its folder anew, after another one was configured."""
    code_cache.cache_folder.cache_clear()
    code_cache.folder_of.cache_clear()
