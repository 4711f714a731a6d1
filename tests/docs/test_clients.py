"""docs/clients.md: made of the scripts that ran, and what ran will do."""

import ast
import json
import re

import pytest

from tests.support.each import each
from tests.support.places import ROOT
from tools import clients_doc as tool

RESULTS = json.loads(tool.CLIENT_RESULTS.read_text(encoding="utf-8"))
PAGE = tool.page()
ALL_CLIENTS = (*tool.CLIENTS, *tool.MODEL_CLIENTS)
PIN = re.compile(r"[\w.-]+(\[[\w,]+\])?==[\d.]+")


def test_every_client_has_a_script_and_its_requirements_and_nothing_is_left_over() -> None:
    scripts = {path.stem for kind in ("train", "play") for path in tool.CLIENT_FOLDER.glob(f"{kind}_*.py")}
    assert scripts == {tool.script_name(client) for client in ALL_CLIENTS}
    assert {path.stem for path in tool.CLIENT_FOLDER.glob("*.txt")} == set(ALL_CLIENTS)


@each("client", tool.CLIENTS)
def test_a_recipe_is_whole_and_on_the_page(client: str) -> None:
    code = tool.recipe(f"train_{client}")
    assert f"```python\n{code}\n```" in PAGE
    made = {node.name for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)}
    assert any(name.startswith(("train", "export")) for name in made)
    assert "flying" not in code, "the recipe needs what is not on the page"


def test_what_the_recipes_import_from_beside_them_is_on_the_page_too() -> None:
    assert f"```python\n{tool.recipe('legal_actions')}\n```" in PAGE


@each("client", ALL_CLIENTS)
def test_every_requirement_is_pinned_and_ran(client: str) -> None:
    pins = [*tool.requirements(client), *tool.requirements(client, alone=True)]
    assert pins and all(PIN.fullmatch(pin) for pin in pins)
    wanted = {re.sub(r"\[.*\]", "", name): number for name, _, number in (pin.partition("==") for pin in pins)}
    ran = {name: number.partition("+")[0] for name, number in RESULTS[client]["versions"].items()}
    assert ran == wanted, "make clients has not run with these"


def test_what_requires_other_versions_is_installed_by_itself() -> None:
    first, second = tool.commands("d3rlpy")
    assert first.startswith("pip install click==") and "gymnasium==1.4.0" in first and "d3rlpy" not in first
    assert second == "pip install --no-deps d3rlpy==2.8.1" and f"```sh\n{first}\n{second}\n```" in PAGE
    assert tool.requirements("sb3", alone=True) == [] and len(tool.commands("sb3")) == 1


@each("client", tool.CLIENTS)
def test_what_ran_beats_random_and_is_legal_where_it_masks(client: str) -> None:
    result = RESULTS[client]
    assert result["decisions"] == 20_000 and result["rows"]
    for row in result["rows"]:
        assert row["missions"] == 500 and row["passed"]
        assert row["difference"] > 2 * row["error"]
        assert row["illegal"] == 0 or not row["masks"]
        masks = "yes, 0 illegal" if row["masks"] else f"no, {row['illegal'] / row['flown']:.0%} replaced"
        assert f"| {row['what']} | {masks} | {row['score']:.1f} |" in PAGE


@pytest.mark.parametrize("client", tool.MODEL_CLIENTS)
def test_a_client_for_language_models_scored_what_the_script_scores(client: str) -> None:
    assert f"```python\n{tool.recipe(f'play_{client}')}\n```" in PAGE.partition("## Language models")[2]
    (row,) = RESULTS[client]["rows"]
    assert row["passed"] and row["missions"] >= 10 and row["score"] == row["native"] > 0
    assert row["refusals"] == row["missions"]
    assert f"| {row['what']} | {row['missions']} | {row['replies']} | {row['refusals']} | {row['score']:.2f} |" in PAGE


def test_the_page_is_in_the_site_and_the_target_in_the_makefile() -> None:
    assert "clients.md" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert "clients.md" in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert re.search(r"^clients:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_it_follows_the_results(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    changed = json.loads(json.dumps(RESULTS))
    changed["sb3"]["rows"][0]["score"] += 1
    (tmp_path / "clients.json").write_text(json.dumps(changed), encoding="utf-8")
    monkeypatch.setattr(tool, "CLIENT_RESULTS", tmp_path / "clients.json")
    assert tool.page() != PAGE
