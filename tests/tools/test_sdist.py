"""The sdist contains every file that git tracks and the files of setuptools, and nothing else."""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.support.places import ROOT

LEFT_OUT: dict[str, str] = {}
"""Tracked files that are not in the sdist, with the reason."""
ADDED = {"PKG-INFO", "setup.cfg"}
"""Files that setuptools writes, beside the folder stuka_env.egg-info."""
BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_sdist(sys.argv[1]))"


def tracked() -> list[str]:
    """Return the files of this checkout. Skip the test where there is none, as in an unpacked sdist."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("no git checkout: which files are tracked is not known")
    command = ["git", "ls-files", "-z"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(name for name in done.stdout.split("\0") if name and (ROOT / name).is_file())


def packed(files: list[str], folder: Path) -> set[str]:
    """Return the files of an sdist that is built from the tracked files alone."""
    tree, output = folder / "tree", folder / "output"
    for name in files:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    output.mkdir()
    subprocess.run([sys.executable, "-c", BUILD, str(output)], cwd=tree, capture_output=True, text=True, check=True)
    (archive,) = output.glob("stuka_env-*.tar.gz")
    with tarfile.open(archive) as tar:
        return {name.partition("/")[2] for name in tar.getnames() if tar.getmember(name).isfile()}


def test_the_sdist_holds_every_tracked_file(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="77", reason="needs what builds the sdist")
    files = tracked()
    names = packed(files, tmp_path)
    added = {name for name in names if name in ADDED or name.startswith("stuka_env.egg-info/")}
    assert set(files) - names == set(LEFT_OUT)
    assert names - added - set(files) == set()
