"""What agents expect, in docs/results: the section is made of the files of the calibrations."""

import json

from tools import ROOT
from tools import expectations as tool


def test_the_section_is_that_of_its_files() -> None:
    section = json.loads((tool.FOLDER / tool.NAME).read_text(encoding="utf-8"))["section"]
    assert section["rows"] == [tool.row(each) for each in tool.read(tool.CALIBRATIONS)]
    assert (tool.FOLDER / section["figure"]).is_file()
    assert all(command in section["command"] for command in tool.COMMANDS)


def test_the_commands_are_those_that_made_the_files_and_that_make_runs() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in tool.COMMANDS:
        agent = command.split()[4]
        path = f"docs/results/calibration/{agent}.json"
        whole = f"{command} --output {path}"
        assert json.loads((ROOT / path).read_text(encoding="utf-8"))["command"] == whole
        assert whole.removeprefix("python ") in makefile


def test_a_row_names_the_worst_mission() -> None:
    missions = [
        {"mission": number, "wars": wars, "expected": 60 + error, "achieved": 60.0,
         "error": {"mean": error, "low": error - 1, "high": error + 1}}
        for number, wars, error in ((1, 10, 0.5), (2, 30, -2.5))
    ]  # fmt: skip
    found = tool.row(tool.Calibration("some", tool.kind_of("Stuka/Operation-v0,operation=case_blue"), 40, missions))
    assert found[:5] == ["`some`", "Case Blue", "40", "60.5", "60.0"]
    assert found[5:] == ["+0.50 [-0.50, +1.50]", "-1.75", "2: -2.50 [-3.50, -1.50]"]
    assert tool.kind_of("Stuka/Campaign-v0,duration=regular") == "Campaign"
    assert tool.kind_of("Stuka/Mission-v0,operation=citadel") == "Mission, Citadel"
    assert tool.kind_of("Stuka/Mission-v0") == "Mission"
