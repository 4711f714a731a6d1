"""The workflows and forms under .github, and the hooks of git: by their schemas, calling the Makefile alone."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.each import each
from tests.support.places import ROOT

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(file for file in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if file.stem != "config")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = {name for names in re.findall(r"^([a-z -]+):", MAKEFILE, re.MULTILINE) for name in names.split()}
RUNS = {
    "tests": ["browser", "test", "browser", "audit"],
    "floors": ["floors"],
    "newest": ["newest"],
    "wheel": ["dist", "wheel"],
    "site": ["site"],
    "release": ["browser", "test", "release", "wheel"],
    "performance": ["ratio"],
    "fuzz": ["fuzz"],
}
"""The targets of each workflow, in order."""
ACTIONS = {"actions/checkout": "v6.0.2", "actions/setup-python": "v6.2.0", "actions/upload-artifact": "v7.0.0"}
"""The actions that are used: releases on a Node that is still maintained."""
PINNED = re.compile(r"uses: (\S+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)$", re.MULTILINE)
"""An action by the hash of its commit, with its release as a comment: a tag can be moved, a commit cannot."""


def contents(file: Path) -> Any:
    yaml = pytest.importorskip("yaml", reason="needs the extra train of stuka-agents")
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def steps(file: Path) -> list[dict[str, Any]]:
    """The steps of all jobs of a workflow."""
    return [step for job in contents(file)["jobs"].values() for step in job["steps"]]


def checked(schema: str, *files: Path) -> "subprocess.CompletedProcess[str]":
    """Check files against a schema of check-jsonschema, without a network."""
    pytest.importorskip("check_jsonschema", reason="needs the extra dev of stuka-env")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *map(str, files)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@each(
    "schema, files",
    [
        ("github-workflows", WORKFLOWS),
        ("github-issue-forms", FORMS),
        ("github-issue-config", [GITHUB / "ISSUE_TEMPLATE" / "config.yml"]),
        ("citation-file-format", [ROOT / "CITATION.cff"]),
    ],
)
def test_files_are_in_order_by_their_schema(schema: str, files: list[Path]) -> None:
    done = checked(schema, *files)
    assert files and done.returncode == 0, done.stdout + done.stderr


def test_the_schema_refuses_what_is_not_in_order(tmp_path: Path) -> None:
    text = (GITHUB / "workflows" / "site.yml").read_text(encoding="utf-8")
    broken = tmp_path / "site.yml"
    broken.write_text(text.replace("runs-on:", "run-on:"), encoding="utf-8")
    assert checked("github-workflows", broken).returncode == 1


def test_the_workflows_are_these() -> None:
    assert {file.stem for file in WORKFLOWS} == set(RUNS)


@each("file", WORKFLOWS)
def test_a_workflow_calls_targets_of_the_makefile_and_nothing_else(file: Path) -> None:
    runs = [step["run"] for step in steps(file) if "run" in step]
    assert runs == [f"make {target}" for target in RUNS[file.stem]] and set(RUNS[file.stem]) <= TARGETS
    actions = {step["uses"].partition("@")[0] for step in steps(file) if "uses" in step}
    assert {"actions/checkout", "actions/setup-python"} <= actions
    assert actions <= set(ACTIONS)


def test_an_action_is_one_commit_everywhere() -> None:
    texts = [file.read_text(encoding="utf-8") for file in WORKFLOWS]
    pins = {pin for text in texts for pin in PINNED.findall(text)}
    assert sum(len(PINNED.findall(text)) for text in texts) == sum(text.count("uses:") for text in texts)
    assert {name: release for name, _, release in pins} == ACTIONS and len(pins) == len(ACTIONS)


def test_what_is_shipped_is_built_by_pinned_files() -> None:
    lines = (ROOT / "build-requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z-]+==[\d.]+ --hash=sha256:[0-9a-f]{64}", pin) for pin in pins)
    assert {"build", "setuptools"} <= {pin.partition("==")[0] for pin in pins}
    recipe = MAKEFILE.partition("\ndist:")[2].partition("\n\n.venv-floors")[0]
    assert "--no-isolation" in recipe and "--no-deps --require-hashes -r build-requirements.txt" in recipe


@each("file", WORKFLOWS)
def test_a_workflow_may_only_read_and_has_an_end(file: Path) -> None:
    workflow = contents(file)
    assert workflow["name"] == file.stem and workflow["permissions"] == {"contents": "read"}
    assert all(0 < job["timeout-minutes"] <= 90 for job in workflow["jobs"].values())


@pytest.mark.parametrize("name", ["tests", "wheel", "newest"])
def test_the_oldest_and_the_newest_python_are_tried(name: str) -> None:
    job, *_ = contents(GITHUB / "workflows" / f"{name}.yml")["jobs"].values()
    assert job["strategy"]["matrix"]["python"] == ["3.11", "3.13"] and not job["strategy"]["fail-fast"]


def test_the_tag_reaches_the_makefile() -> None:
    (job,) = contents(GITHUB / "workflows" / "release.yml")["jobs"].values()
    assert job["env"] == {"TAG": "${{ github.ref_name }}"} and 'tools.release "$(TAG)"' in MAKEFILE


def test_forms_ask_each_thing_once() -> None:
    for form in FORMS:
        ids = [field["id"] for field in contents(form)["body"]]
        assert len(ids) == len(set(ids)) >= 2


def test_help_lists_every_target() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = {
        name for line in done.stdout.splitlines() for name in re.findall(r"^make ([a-z-]+(?: distilled-\w+)?)", line)
    }
    listed = {name for names in listed for name in names.split()}
    (phony,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert listed == set(phony.split())


def test_hooks_are_local_and_are_what_lint_runs() -> None:
    (repo,) = contents(ROOT / ".pre-commit-config.yaml")["repos"]
    assert repo["repo"] == "local" and all(hook["language"] == "system" for hook in repo["hooks"])
    lint = MAKEFILE.partition("\nlint:")[2].partition("\n\n")[0]
    modules = re.findall(r"-m (\w+)", lint)
    assert [hook["entry"].split()[:3] for hook in repo["hooks"]] == [
        [".venv/bin/python", "-m", name] for name in modules
    ]


def test_pre_commit_takes_the_hooks() -> None:
    pytest.importorskip("pre_commit", reason="needs the extra dev of stuka-env")
    command = [sys.executable, "-m", "pre_commit", "validate-config", ".pre-commit-config.yaml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
