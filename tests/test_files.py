"""Files that are whole or not there: permissions, what is on the disk when, and a disk that is full."""

import errno
import fcntl
import os
import re
import resource
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from agents.games.stuka.improvement.recipe import note
from agents.training.run_log import JsonLinesWriter
from stuka_env.cli import main
from stuka_env.io import files
from stuka_env.io.command_line import REFUSED, shown_command
from stuka_env.io.files import _parts_in, append_line, output_path, real_path, replacement, write_whole
from stuka_env.replay import save
from stuka_env.watch.video import write_video
from tests.support.each import each
from tests.support.places import ROOT
from tests.support.replays import recorded

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions and limits are those of POSIX")
NOISE = [np.random.default_rng(seed).integers(0, 256, (200, 320, 3), np.uint8) for seed in range(4)]
SOURCES = sorted(file for room in ("stuka_env", "agents") for file in (ROOT / room).rglob("*.py"))
WRITES = re.compile(r"""open\([^)\n]*["'][wax]b?\+?["']|\.write_(?:text|bytes)\(|np\.save\w*\([^)\n]*path|mkstemp""")
"""Ways to write a file by its name."""
LOCKS = {
    'with (folder / LOCK).open("a") as file:',
    'file = path.open("w")',
    'file = open(folder / LOCK_FILE, "ab")',
}
"""Files without contents."""
LINES = {'self._file = open(path, "ab", buffering=0, opener=_create if is_new else None)'}
"""A file of lines that is open while they are written; its reader drops an incomplete last one."""


@contextmanager
def limited(size: int) -> Iterator[None]:
    """A disk on which no file can be larger than ``size`` bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_new_file_has_what_the_umask_allows(tmp_path: Path, mask: int) -> None:
    with umask(mask):
        assert mode(write_whole(tmp_path / "new", "text")) == 0o666 & ~mask


@each("before", [0o600, 0o640, 0o444, 0o755])
def test_a_file_that_was_there_keeps_its_permissions(tmp_path: Path, before: int) -> None:
    path = tmp_path / "there"
    path.touch()
    path.chmod(before)
    assert mode(write_whole(path, "text")) == before and path.read_text() == "text"


def test_the_contents_are_on_the_disk_before_the_name_and_the_name_before_the_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, steps = tmp_path / "file", []

    def sync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            assert path.read_text() == "text"
            steps.append("folder")
        else:
            assert not path.exists() and os.pread(handle, 9, 0) == b"text"
            steps.append("file")

    monkeypatch.setattr(os, "fsync", sync)
    write_whole(path, "text")
    assert steps == ["file", "folder"]


@pytest.mark.parametrize(("number", "fails"), [(errno.EINVAL, False), (errno.ENOTSUP, False), (errno.EIO, True)])
def test_a_file_system_may_have_no_fsync_but_not_a_failing_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, fails: bool
) -> None:
    def sync(handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", sync)
    path = tmp_path / "file"
    if not fails:
        assert write_whole(path, "text").read_text() == "text"
        return
    with pytest.raises(OSError, match=re.escape(str(path))):
        write_whole(path, "text")
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    for text in ("made", "replaced"):
        write_whole(link, text)
        assert link.is_symlink() and target.read_text() == text


def test_a_loop_of_links_is_named(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        (tmp_path / name).symlink_to(tmp_path / other)
    with pytest.raises(OSError, match="symbolic links") as error:
        write_whole(tmp_path / "a", "text")
    assert error.value.filename == str(tmp_path / "a")
    with pytest.raises(OSError, match="symbolic links"):
        real_path(tmp_path / "a")


KILLED = """
import os, sys
from stuka_env.io.files import replacement
with replacement(sys.argv[1], ".gif") as part:
    part.write_text("half")
    os.kill(os.getpid(), 9)
"""


def test_temporary_files_of_killed_processes_are_deleted_after_an_hour(tmp_path: Path) -> None:
    path = tmp_path / "film"
    run = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT, check=False)
    assert run.returncode == -9
    (part,) = tmp_path.iterdir()
    others = [tmp_path / ".film.keep", tmp_path / ".other.0123456789abcdef", tmp_path / ".film.0123456789abcdef.d"]
    for other in others[:2]:
        other.touch()
    others[2].mkdir()
    write_whole(path, "fresh")
    assert part.exists(), "it is not an hour old"
    for old in (part, *others):
        os.utime(old, (0, 0))
    with part.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        _parts_in.cache_clear()
        write_whole(path, "locked")
        assert part.exists(), "its process lives"
    write_whole(path, "old")
    assert sorted(tmp_path.iterdir()) == sorted([*others, path])


def test_a_file_that_is_being_written_is_not_abandoned(tmp_path: Path) -> None:
    path = tmp_path / "film"
    _parts_in.cache_clear()
    with replacement(path) as slow:
        slow.write_text("slow")
        os.utime(slow, (0, 0))
        write_whole(path, "quick")
        assert slow.read_text() == "slow"
    assert path.read_text() == "slow" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("write", [write_whole, append_line])
def test_half_a_character_is_reported_with_the_file(tmp_path: Path, write: Callable[[Path, str], object]) -> None:
    """A file name that is no text may be in a report."""
    path = tmp_path / "report"
    path.write_text("before\n")
    with pytest.raises(ValueError, match="has half a character") as error:
        write(path, "the policy \udcff")
    assert str(path) in str(error.value) and str(error.value).isprintable()
    assert path.read_text() == "before\n" and list(tmp_path.iterdir()) == [path]


def test_a_command_with_a_name_that_is_no_text_can_be_written() -> None:
    assert shown_command(["stuka", "log", "bad\udcff", "two words"]) == "stuka log 'bad\\udcff' 'two words'"


def test_a_name_as_long_as_the_system_allows(tmp_path: Path) -> None:
    assert write_whole(tmp_path / ("ä" * 127), "text").read_text() == "text"


@pytest.mark.parametrize(
    ("make", "reason"),
    [(Path.mkdir, "Is a directory"), (os.mkfifo, "Not a regular file"), (lambda path: None, "No such file")],
)
def test_what_cannot_be_replaced_is_named(tmp_path: Path, make: Callable[[Path], None], reason: str) -> None:
    path = tmp_path / "thing"
    make(path)
    asked = path if path.exists() else path / "nowhere"
    with pytest.raises(OSError, match=reason) as error:
        write_whole(asked, "text")
    assert error.value.filename == str(asked)
    assert list(tmp_path.iterdir()) == ([path] if path.exists() else [])


def test_the_folder_of_an_output_is_checked_before_the_work(tmp_path: Path) -> None:
    assert output_path("--output", tmp_path / "new") == tmp_path / "new"
    allowed = "allowed is a file in an existing folder; "
    for path, fault in (
        (tmp_path / "no" / "x", f"there is no folder '{tmp_path / 'no'}'"),
        (tmp_path, "it is a folder"),
    ):
        with pytest.raises(ValueError) as error:
            output_path("--output", path)
        assert str(error.value) == f"--output: got '{path}', {allowed}{fault}"


@each("command", ["replay", "watch", "log", "video", "review"])
@each("path, reason", [("", "No such file"), ("/", "it is a folder"), ("a\0b", "null")])
def test_a_path_that_is_no_file_is_named(
    command: str, path: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, path]) == REFUSED
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and said.startswith(f"stuka {command}: {path!r}: cannot be read") and reason in said


def test_an_output_that_cannot_be_written_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere" / "x")
    faults = {
        "pipe": "Not a regular file",
        "loop": "Too many levels of symbolic links",
        "dangling": f"'{tmp_path / 'nowhere'}' cannot be written",
        "x" * 300: "File name too long",
        "a\0b": "embedded null byte",
    }
    for name, fault in faults.items():
        with pytest.raises(ValueError, match="allowed is a file in an existing folder") as error:
            output_path("--output", tmp_path / name)
        assert str(error.value).endswith(f"; {fault}"), error.value
    monkeypatch.setattr(os, "access", lambda folder, right: False)  # a file system that is read-only
    with pytest.raises(ValueError, match=f"'{tmp_path}' cannot be written"):
        output_path("--output", tmp_path / "new")


@each("words", [["log", "--csv"], ["log"], ["watch"], ["video"], ["review"], ["review", "--json"]])
def test_no_command_writes_over_the_file_that_it_reads(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path, link = tmp_path / "war.json", tmp_path / "link.gif"
    path.write_text("{}")
    link.symlink_to(path)
    option = "--json" if words[-1] == "--json" else "--output"
    for output in (path, link):
        assert main([words[0], str(path), *(words[1:] if option == "--output" else []), option, str(output)]) == REFUSED
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "the command needs this file" in said
    assert path.read_text() == "{}"


@each("words", [["log", "--csv"], ["log"], ["watch"], ["video"], ["review"], ["review", "--json"]])
def test_every_command_names_a_folder_that_does_not_exist(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The replay is not read: the folder is checked first."""
    option = "--json" if words[-1] == "--json" else "--output"
    output = tmp_path / "nodir" / ("x.html" if words != ["video"] else "x.gif")
    words = [words[0], "none.json", *[word for word in words[1:] if word != "--json"], option, str(output)]
    assert main(words) == REFUSED
    message = f"{option}: got '{output}', allowed is a file in an existing folder; there is no folder '{output.parent}'"
    assert capsys.readouterr().err == f"stuka {words[0]}: {message}\n"
    assert list(tmp_path.iterdir()) == []


def test_a_cut_line_is_ended_before_the_next(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    append_line(path, "first")
    with path.open("a") as file:
        file.write("cut of")
    append_line(path, "second")
    append_line(path, "third")
    assert path.read_text() == "first\ncut of\nsecond\nthird\n"


# --- a disk that is full ---


@pytest.mark.parametrize("there", [True, False])
def test_a_full_disk_is_said_with_the_files_name_and_leaves_what_was_there(tmp_path: Path, there: bool) -> None:
    path = tmp_path / "results.json"
    if there:
        write_whole(path, "before")
    with limited(1000), pytest.raises(OSError) as error:
        write_whole(path, "x" * 2000)
    assert (error.value.errno, error.value.filename, error.value.filename2) == (errno.EFBIG, str(path), None)
    assert [each.read_text() for each in tmp_path.iterdir()] == ["before"] * there


WRITERS: dict[str, Callable[[Path], object]] = {
    "a line": lambda path: append_line(path, "{}"),
    "an update of a training": lambda path: JsonLinesWriter(path).write({"loss": 1.0}, {}, 1),
    "a step of an improvement": lambda path: note(path.parent, "step", {"loss": 1.0}),
}
"""Writers that add to a file ``log.jsonl``."""


@pytest.mark.parametrize("name", WRITERS)
def test_what_adds_to_a_file_names_it_when_the_disk_is_full(tmp_path: Path, name: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text("x" * 999 + "\n")
    with limited(1000), pytest.raises(OSError) as error:
        WRITERS[name](path)
    assert error.value.filename == str(path)
    WRITERS[name](path)
    assert len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize("kind", [".gif", ".mp4"])
def test_a_film_for_which_there_is_no_room(tmp_path: Path, kind: str) -> None:
    pytest.importorskip("imageio_ffmpeg")
    path = tmp_path / f"film{kind}"
    with limited(1000), pytest.raises(OSError) as error:
        write_video(NOISE, path)
    assert error.value.filename == str(path) and "\n" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_a_film_that_ffmpeg_cuts_off_at_its_end_is_no_film(tmp_path: Path) -> None:
    """The pictures are handed over before the file is written: ffmpeg fails when it is told that all are there."""
    pytest.importorskip("imageio_ffmpeg")
    path = tmp_path / "film.mp4"
    write_video(NOISE, path)
    size = path.stat().st_size
    before = path.read_bytes()
    for limit in (size - 1, size // 2, 100):
        with limited(limit), pytest.raises(OSError, match="has not written the whole film"):
            write_video(NOISE, path)
        assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("words", [["log", "--csv"], ["log", "--no-open"], ["watch", "--no-open"], ["video"]])
def test_a_command_says_it_in_one_line(tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    if words == ["video"]:
        pytest.importorskip("imageio_ffmpeg")
    war = save(recorded(), tmp_path / "war.json")
    output = tmp_path / ("film.gif" if words == ["video"] else "output")
    words = [words[0], str(war), *words[1:], "--output", str(output)]
    assert main(words) == 0  # compiles what it needs: what cannot be kept of that would be a line of its own
    output.unlink()
    capsys.readouterr()
    with limited(100):
        status = main(words)
    said = capsys.readouterr().err
    assert (status, said.count("\n")) == (REFUSED, 1)
    assert f"'{output}'" in said and os.strerror(errno.EFBIG) in said
    assert sorted(tmp_path.iterdir()) == [war]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no device that is always full")
def test_a_full_standard_output_is_named() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "stuka_env", "charts"]
        run = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    line = "stuka charts: [Errno 28] No space left on device: 'standard output'\n"
    assert (run.returncode, run.stderr) == (REFUSED, line)


def test_nothing_writes_a_file_in_another_way() -> None:
    others = [file for file in SOURCES if file != Path(files.__file__)]
    lines = [line.strip() for file in others for line in file.read_text(encoding="utf-8").splitlines()]
    assert {line for line in lines if WRITES.search(line)} == LOCKS | LINES
