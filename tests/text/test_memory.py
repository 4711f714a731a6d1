"""The memory of a model: notes of its own, the whole conversation, or none; and what a kill leaves of it."""

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stuka_env.text.endpoint import CallBudget, Endpoint, EndpointError
from stuka_env.text.memory import HOW_TO_NOTE, LONGEST_NOTES, MEMORIES, OWN_NOTES, WHOLE_TALK, Memory
from stuka_env.text.model_wars import ModelWars, PlayedWar
from stuka_env.text.open_question import MOST_REFUSALS
from stuka_env.text.war_form import WarForm
from tests.support.chat_server import chat_server, last_option

MISSION = "Stuka/Mission-v0"
HEADING = re.compile(r"Your notes \(([\d,]+) of 2,000 characters\): (.*?)\n\n", re.DOTALL)
Requests = list[list[dict[str, str]]]
"""The messages of each call."""


def noting(question: str) -> str:
    """Take the last option, and note how many notes there have been, behind a thought that is none."""
    number = int(re.findall(r"note (\d+)", question.partition("\n\n")[0] + " note 0")[0]) + 1
    return f"<think><notes>no note</notes></think><notes>note {number}, not Answer: 99</notes>\n{last_option(question)}"


def played(
    folder: Path,
    memory: str,
    *faults: Any,
    player: Callable[[str], str] = noting,
    calls: tuple[int | None, ...] = (None,),
) -> tuple[PlayedWar, Requests]:
    """Play a war in several runs, each with so many calls, and return it with the messages of all calls."""
    with chat_server(*faults, player=player) as server:
        for most in calls:
            endpoint = Endpoint(server.url, "mock", CallBudget(calls=most), pause=0.01)
            wars = ModelWars(endpoint, MISSION, {}, folder, form=WarForm(memory=memory))
            if most is not None:
                with pytest.raises(EndpointError, match="budget"):
                    wars.play([1], 1)
        (war,) = wars.play([1], 1)
        return war, [request["messages"] for request in server.requests]


def notes_of(messages: list[dict[str, str]]) -> str:
    """Return the notes of the last question of a call, whose number of characters must be right."""
    heading = HEADING.match(messages[-1]["content"])
    assert heading is not None and heading[1] == f"{0 if heading[2] == 'none' else len(heading[2]):,}"
    return heading[2]


def test_notes_go_from_question_to_question_and_are_no_part_of_an_answer(tmp_path: Path) -> None:
    war, requests = played(tmp_path, OWN_NOTES)
    plain, without = played(tmp_path / "plain", "none", player=last_option)
    assert war.replay.actions == plain.replay.actions and war.usage.refusals == 0
    assert all(len(messages) == 2 and messages[0]["content"].endswith(HOW_TO_NOTE) for messages in requests)
    assert [notes_of(messages) for messages in requests] == [
        "none",
        *(f"note {number}, not Answer: 99" for number in range(1, len(requests))),
    ]
    assert [HEADING.sub("", messages[1]["content"]) for messages in requests] == [
        messages[1]["content"] for messages in without
    ]
    assert (war.usage.notes, war.usage.cut_notes) == (len(requests), 0)
    assert (plain.usage.notes, HOW_TO_NOTE in without[0][0]["content"]) == (0, False)
    assert not any("notes" in (reason or "") for reason in war.replay.policy_record.reasons)


def test_notes_that_are_too_long_are_cut_and_counted(tmp_path: Path) -> None:
    war, requests = played(
        tmp_path, OWN_NOTES, player=lambda asked: f"<notes>{'ab ' * 900}</notes>{last_option(asked)}"
    )
    assert all(notes_of(messages) == ("ab " * 900)[:LONGEST_NOTES] for messages in requests[1:])
    assert war.usage.cut_notes == war.usage.notes == war.usage.questions


def test_notes_of_refused_and_of_forced_answers_are_not_kept(tmp_path: Path) -> None:
    """The first question gets refused replies until the neutral policy answers it."""
    calls = itertools.count()

    def unsure(question: str) -> str:
        return "<notes>wrong</notes> No." if next(calls) < MOST_REFUSALS else last_option(question)

    war, requests = played(tmp_path, OWN_NOTES, player=unsure)
    assert (war.usage.forced, war.usage.notes) == (1, 0)
    assert notes_of(requests[MOST_REFUSALS]) == "none" == notes_of(requests[-1])


def test_the_whole_conversation_goes_before_every_question(tmp_path: Path) -> None:
    war, requests = played(tmp_path, WHOLE_TALK, "", "illegal")
    assert war.usage.refusals == 1
    for earlier, later in itertools.pairwise(requests):
        assert later[: len(earlier)] == earlier
    roles = [message["role"] for message in requests[-1]]
    assert roles == ["system", *["user", "assistant"] * (len(requests) - 1), "user"]
    assert requests[2][-1]["content"].startswith("Refused: ")


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("calls", [(3, 2, 4, None), (2, None)])
def test_a_memory_outlives_its_program(memory: str, calls: tuple[int | None, ...], tmp_path: Path) -> None:
    faults = ("", "illegal", "illegal", "", "illegal")
    whole, asked = played(tmp_path / "whole", memory, *faults)
    again, in_parts = played(tmp_path / "parts", memory, *faults, calls=calls)
    assert in_parts == asked
    assert (again.replay, again.usage) == (whole.replay, whole.usage)


def test_the_memory_is_a_part_of_the_form() -> None:
    assert WarForm(memory=OWN_NOTES).described == {"memory": "notes"} and WarForm().described == {}
    with pytest.raises(ValueError, match='memory: got \'much\', allowed is "none" or "notes" or "whole"'):
        WarForm(memory="much")
    assert Memory().without_notes("<notes>a</notes>1") == ("<notes>a</notes>1", None)
    assert Memory(OWN_NOTES).without_notes("<notes>a</notes>2<notes> b </notes>") == ("2", "b")
    assert Memory(OWN_NOTES).without_notes("<notes>never closed\nAnswer: 1") == ("<notes>never closed\nAnswer: 1", None)
