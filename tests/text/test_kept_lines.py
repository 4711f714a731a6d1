"""Files of lines: one writer, complete lines only, and what a full disk or a kill leaves."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stuka_env.io.reading import FileError
from stuka_env.text.kept_lines import BusyError, KeptLines, locked_folder, read_lines
from tests.support.each import each


def test_lines_are_in_the_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with KeptLines(path, is_new=True) as lines:
        for value in ({"a": 1}, [2], "ü"):
            lines.append(value)
            assert json.loads(path.read_text().splitlines()[-1]) == value
        assert read_lines(path) == lines.read() == [{"a": 1}, [2], "ü"]


@each(
    "contents, values, after",
    [
        (b"", [], b"3\n"),
        (b"1\n", [1], b"1\n3\n"),
        (b"1\n\n \n", [1], b"1\n\n \n3\n"),
        (b"1\n2", [1, 2], b"1\n2\n3\n"),
        (b'1\n{"a', [1], b"1\n3\n"),
        (b'1\n{"a\n', [1], b"1\n3\n"),
        (b'1\n{"a\n\n', [1], b"1\n3\n"),
        (b"1\n\xff", [1], b"1\n3\n"),
        (b"1\n" + b"\0" * 9, [1], b"1\n3\n"),
        (b'{"a', [], b"3\n"),
    ],
)
def test_an_incomplete_last_line_is_dropped(contents: bytes, values: list[Any], after: bytes, tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(contents)
    assert read_lines(path) == values
    assert path.read_bytes() == contents
    with KeptLines(path) as lines:
        assert lines.read() == values
        lines.append(3)
    assert path.read_bytes() == after


@each("contents", [b'{"a\n1\n', b"[" * 1000 + b"\n1\n", b"\xff\n1\n", b"NaN\n1\n"])
def test_a_broken_line_before_another_is_refused_and_stays(contents: bytes, tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(contents)
    with KeptLines(path) as lines, pytest.raises(FileError, match="line 1: ") as refusal:
        lines.read()
    assert str(path) in str(refusal.value)
    assert path.read_bytes() == contents


def test_a_file_has_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with KeptLines(path, is_new=True):
        with pytest.raises(BusyError, match="is in use by another program"):
            KeptLines(path)
        with pytest.raises(FileExistsError):
            KeptLines(path, is_new=True)
    KeptLines(path).close()


def test_a_killed_program_leaves_no_lock(tmp_path: Path) -> None:
    code = "import os, sys; from pathlib import Path; from stuka_env.text.kept_lines import locked_folder\n"
    code += "with locked_folder(Path(sys.argv[1])): os.kill(os.getpid(), 9)"
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False).returncode == -9
    with locked_folder(tmp_path):
        pass


def test_a_folder_has_one_program(tmp_path: Path) -> None:
    with locked_folder(tmp_path / "new"), pytest.raises(BusyError, match="'.*new' is in use"):
        with locked_folder(tmp_path / "new"):
            pass


class FullDisk:
    """A file on a disk that takes only some bytes."""

    def __init__(self, file: Any, room: int) -> None:
        self.file, self.room = file, room

    def write(self, data: bytes) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        count = self.file.write(data[: self.room])
        self.room -= count
        return int(count)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def test_a_full_disk_leaves_complete_lines_and_the_next_line_brings_the_missing_one(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with KeptLines(path, is_new=True) as lines:
        lines.append("first")
        file = lines._file
        lines._file = FullDisk(file, 3)  # type: ignore[assignment]
        with pytest.raises(OSError, match="No space left") as refusal:
            lines.append("second")
        assert refusal.value.filename == str(path)
        assert read_lines(path) == ["first"] and path.read_bytes() == b'"first"\n'
        lines._file = file
        lines.append("third")
        assert read_lines(path) == ["first", "second", "third"]


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="is no regular file"):
        KeptLines(tmp_path / "pipe")
