"""A command that somebody is told to run next can be pasted as it stands."""

import sys
from pathlib import Path

import pytest

from stuka_env.io.command_line import command_here, program_here


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an environment that is running but not activated, below the working directory."""
    folder = tmp_path / ".venv" / "bin"
    folder.mkdir(parents=True)
    for name in ("python", "python3", "stuka"):
        (folder / name).touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(folder / "python3"))
    monkeypatch.setenv("PATH", "/nowhere")
    return folder


@pytest.mark.usefixtures("programs")
def test_where_nothing_is_activated_the_path_is_said() -> None:
    assert command_here("python", "train.py", "--seeds", 1) == ".venv/bin/python train.py --seeds 1"
    assert command_here("stuka") == program_here("stuka") == ".venv/bin/stuka"


def test_in_an_activated_environment_the_name_is_enough(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(programs))
    assert command_here("python", "train.py") == "python train.py" and program_here("stuka") == "stuka"


def test_another_environments_program_is_not_meant(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stuka").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program_here("stuka") == ".venv/bin/stuka"


def test_from_elsewhere_the_path_is_whole_and_a_space_is_quoted(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "else where").mkdir()
    monkeypatch.chdir(tmp_path / "else where")
    assert program_here("python") == str(programs / "python")
    (tmp_path / "else where" / "python").touch(mode=0o755)
    monkeypatch.chdir("/")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "else where" / "python"))
    assert program_here("python").startswith("'") and program_here("python").endswith("else where/python'")


def test_what_does_not_lie_there_keeps_its_name(programs: Path) -> None:
    assert program_here("tensorboard") == "tensorboard"
    (programs / "python").unlink()
    assert program_here("python") == ".venv/bin/python3"


def test_words_are_quoted_where_the_shell_needs_it(tmp_path: Path) -> None:
    path = tmp_path / "my war.json"
    assert command_here("nobodys-program", "--load", path) == f"nobodys-program --load '{path}'"
