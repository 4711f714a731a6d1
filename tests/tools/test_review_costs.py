"""The check of the costs of reviews: it goes on where it stopped, and says whether the costs are right."""

from pathlib import Path
from typing import Any

import pytest

from tools import review_costs as tool
from tools.review_costs import (
    CHOICES_OF_EACH_GAME,
    CheckedChoice,
    CheckedKind,
    check_all,
    read_choices,
    summary,
    table_lines,
)


def choice(cost: float, flown: float = 0.3, error: float = 0.1) -> CheckedChoice:
    return CheckedChoice(
        "stuka", "doctrine, Barbarossa 0", [3, 1], "gamble not taken", "a", "b", cost, error, flown, 0.0
    )


def test_costs_are_right_with_five_outside_and_no_more() -> None:
    right = [choice(0.3)] * 34
    text, is_right = summary([*right, *[choice(0.55)] * 3, *[choice(0.05)] * 3])
    assert (
        text.startswith("40 choices: 6 outside 2 standard errors (allowed: 5), mean difference +0.000") and not is_right
    )
    assert summary([*right, choice(0.3), *[choice(0.55)] * 3, *[choice(0.05)] * 2])[1]


def test_a_mean_difference_that_is_too_large_is_wrong_although_no_cost_is_outside() -> None:
    text, is_right = summary([choice(0.35)] * 40)
    assert "0 outside" in text and "+0.050 +- 0.016" in text and not is_right


def test_the_table_has_a_row_for_each_choice() -> None:
    lines = table_lines([choice(0.35), choice(0.1)])
    assert len(lines) == 4 and "| 0.35 +- 0.10 | 0.30 +- 0.00 | +0.5 |" in lines[2] and "| -2.0 |" in lines[3]


def test_wars_in_the_file_are_not_flown_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, flown = tmp_path / "costs.json", list[str]()

    def check_war(kind: CheckedKind, number: int, num_threads: int) -> list[CheckedChoice]:
        flown.append(f"{kind.policy} {number}")
        if len(flown) == 3:
            raise KeyboardInterrupt
        return [choice(0.3)] * 5

    monkeypatch.setattr(tool, "check_war", check_war)
    with pytest.raises(KeyboardInterrupt):
        check_all(path, ["stuka"], 1)
    assert len(read_choices(path)) == 2
    choices: list[Any] = check_all(path, ["stuka"], 1)
    assert len(choices) == CHOICES_OF_EACH_GAME and len(flown) == len(set(flown)) + 1
    assert choices == check_all(path, ["stuka"], 1) and len(flown) == 5
