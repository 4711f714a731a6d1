"""Restrictions of the process of a policy, by system calls of Linux. It imports the standard library alone.

Each restriction that the system refuses is named, and the process goes on without it.
"""

import ctypes
import os
import pwd
import resource
import signal
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

NEW_MOUNTS, NEW_IPC, NEW_USERS, NEW_PROCESSES, NEW_NETWORK = 0x20000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
"""Flags of ``unshare``."""
APART = NEW_MOUNTS | NEW_IPC | NEW_PROCESSES | NEW_NETWORK
NO_SUID, NO_DEVICES, BIND, RECURSIVE, PRIVATE = 2, 4, 0x1000, 0x4000, 0x40000
"""Flags of ``mount``."""
DEATH_SIGNAL, DUMPABLE, NO_NEW_PRIVILEGES = 1, 4, 38
"""Options of ``prctl``."""
MOUNT_SETATTR, EVERY_MOUNT, READ_ONLY_MOUNT = 442, 0x8000, 1
"""Number of the system call ``mount_setattr``, its flag for all mounts below, and the attribute."""
CAPABILITIES_VERSION = 0x20080522
FOLDER_SIZE = "256m"
"""Largest size of all files that a policy writes."""

Attempt = Callable[[], Any]
_LIBRARY = ctypes.CDLL(None, use_errno=True)


def _call(name: str, *arguments: Any) -> None:
    """Call a function of the C library.

    Raises:
        OSError: it fails, or the library has none of this name.
    """
    function = getattr(_LIBRARY, name, None)
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    if function is None or function(*words) < 0:
        raise OSError(ctypes.get_errno(), name)


def _succeeds(attempt: Attempt) -> bool:
    with suppress(OSError, KeyError):
        attempt()
        return True
    return False


def protect_memory() -> bool:
    """Keep the memory, the environment and the files of this process from others of the same user, if possible."""
    return _succeeds(lambda: _call("prctl", DUMPABLE, 0, 0, 0, 0))


def enter(folder: Path, places: Sequence[str], needed: Sequence[str], secret: str | None) -> list[str]:
    """Restrict this process, which has one thread, and return what could not be forbidden to it.

    It goes on in another process, which ends with it.

    Args:
        folder: its empty working folder.
        places: folders that it may read.
        needed: files that it must be able to read.
        secret: a file that it must not read.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    is_limited = _succeeds(lambda: _call("prctl", NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    is_other, is_apart = False, os.geteuid() == 0 and _succeeds(lambda: _call("unshare", APART))
    if not is_apart:
        is_other = _succeeds(lambda: _become_nobody(folder, needed))
        is_apart = _succeeds(_separate_user)
    if is_apart:
        _fork()
    has_files = is_apart and _succeeds(lambda: _close_files(folder, places, secret))
    has_processes = is_apart and _succeeds(lambda: _mount("proc", "/proc", "proc", NO_SUID | NO_DEVICES))
    os.chdir(folder)
    if os.geteuid() == 0:
        is_other = _succeeds(lambda: _become_nobody(folder, needed))
    is_limited &= _succeeds(_drop_capabilities)
    return [
        *["network"] * (not is_apart),
        *["files of other users" if os.geteuid() == 0 else "files of this user"] * (not is_other),
        *["writing of files"] * (not has_files),
        *["other processes"] * (not has_processes),
        *["more rights"] * (not is_limited),
        *["the file of the secret"] * (secret is not None and _is_readable(secret)),
    ]


def _become_nobody(folder: Path, needed: Sequence[str]) -> None:
    """Become the user nobody.

    Raises:
        OSError: this process may not, or nobody cannot read what is needed.
    """
    nobody, groups = pwd.getpwnam("nobody"), os.getgroups()
    os.setgroups([])
    os.setegid(nobody.pw_gid)
    os.seteuid(nobody.pw_uid)
    hidden = [place for place in needed if not os.access(place, os.R_OK, effective_ids=True)]
    os.seteuid(0)
    os.setegid(0)
    if hidden:
        os.setgroups(groups)
        raise PermissionError(hidden[0])
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    os.setresgid(nobody.pw_gid, nobody.pw_gid, nobody.pw_gid)
    os.setresuid(nobody.pw_uid, nobody.pw_uid, nobody.pw_uid)
    _call("prctl", DUMPABLE, 1, 0, 0, 0)  # or /proc/self belongs to another user


def _separate_user() -> None:
    """Take the rights of a user namespace, which the other namespaces need."""
    user, group = os.geteuid(), os.getegid()
    _call("unshare", APART | NEW_USERS)
    for name, words in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        file = os.open(f"/proc/self/{name}", os.O_WRONLY)
        os.write(file, words.encode())
        os.close(file)


def _fork() -> None:
    """Go on in a child, which sees no other process. The parent ends it when it is itself ended, by its own parent."""
    child = os.fork()
    if not child:
        return
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGKILL))
    _succeeds(lambda: _call("prctl", DEATH_SIGNAL, signal.SIGTERM, 0, 0, 0))
    os.waitpid(child, 0)
    os._exit(0)


def _mount(source: str, place: str, kind: str, flags: int, options: str = "") -> None:
    _call("mount", source.encode(), place.encode(), kind.encode(), flags, options.encode())


def _close_files(folder: Path, places: Sequence[str], secret: str | None) -> None:
    """Make all files read-only but those of the working folder, and cover the secret."""
    _mount("none", "/", "", RECURSIVE | PRIVATE)
    attributes = (ctypes.c_uint64 * 4)(READ_ONLY_MOUNT)
    _call("syscall", MOUNT_SETATTR, -1, b"/", EVERY_MOUNT, attributes, ctypes.sizeof(attributes))
    if os.geteuid() == 0:
        _open_way([*map(Path, places), folder])
    owner = folder.stat()
    rights = f"mode=0700,uid={owner.st_uid},gid={owner.st_gid}"
    _mount("none", str(folder), "tmpfs", NO_SUID | NO_DEVICES, f"size={FOLDER_SIZE},{rights}")
    if secret is not None and os.path.exists(secret):
        _mount("/dev/null", secret, "", BIND)


def _open_way(places: Sequence[Path]) -> None:
    """Let every user reach folders inside a folder that only root can enter, of which nothing else stays in sight."""
    inside: dict[Path, list[Path]] = {}
    for place in sorted(filter(Path.is_dir, places)):
        barrier = next((each for each in reversed(place.parents) if not each.stat().st_mode & stat.S_IXOTH), None)
        if barrier is not None:
            inside.setdefault(barrier, []).append(place)
    for barrier, hidden in inside.items():
        files = [os.open(place, os.O_PATH) for place in hidden]
        _mount("none", str(barrier), "tmpfs", NO_SUID | NO_DEVICES, "mode=0755")
        for place, file in zip(hidden, files, strict=True):
            place.mkdir(parents=True, exist_ok=True)
            _mount(f"/proc/self/fd/{file}", str(place), "", BIND | RECURSIVE)
            os.close(file)


def _drop_capabilities() -> None:
    head, none = (ctypes.c_uint32 * 2)(CAPABILITIES_VERSION), (ctypes.c_uint32 * 6)()
    _call("capset", head, none)


def _is_readable(file: str) -> bool:
    try:
        return bool(os.read(os.open(file, os.O_RDONLY), 1))
    except OSError:
        return False
