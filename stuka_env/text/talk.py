"""Conversations with a language model in a file: a line for every reply, from which a later run goes on.

The first line has the rules that the model reads before every question, and the settings of the requests. A line with
actions ends a question. The lines behind the last such line are refused replies to the open question.
"""

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from stuka_env.io.quoting import printable, quoted
from stuka_env.policy import NEUTRAL
from stuka_env.replay.recording import RecordReplay
from stuka_env.text.answers import Refusal
from stuka_env.text.endpoint import Endpoint, EndpointError, LostCalls
from stuka_env.text.kept_lines import KeptLines
from stuka_env.text.kept_war import KeptAnswer, KeptWarError, check_header, read_answer_line
from stuka_env.text.memory import OWN_NOTES, WHOLE_TALK, Memory, Message, said_in
from stuka_env.text.open_question import LATER_FIGURES, MOST_FORCED, MOST_REFUSALS, OpenQuestion, Usage
from stuka_env.text.playing import Taken
from stuka_env.text.reply import Completion

COUNTS_OF_USAGE = dict.fromkeys(Usage.__dataclass_fields__, int)
COUNTS_OF_LOST = dict.fromkeys(LostCalls.__dataclass_fields__, int)
COMPLETION_TYPES = dict.fromkeys(("text", "cut_by", "reasoning", "fault"), str) | dict.fromkeys(
    ("prompt_tokens", "reply_tokens", "cached_tokens", "milliseconds"), int
)
"""Types of the entries of a line that are those of a reply."""
MESSAGE_TYPES = {"role": str, "content": str}
"""Types of the entries of a message."""
LOST_KEY = "lost"
"""Entry of a line with the calls that got no reply."""


@dataclass(frozen=True)
class KeptTalk:
    """The state of a war or an exercise that an earlier run has left.

    Attributes:
        answers: the answers.
        usage: figures after the last answer.
        pending: replies to the open question, all of them refused.
        lost: calls without a reply since the last answer.
    """

    answers: Sequence[KeptAnswer]
    usage: Usage
    pending: Sequence[Completion]
    lost: LostCalls


class ForcedAnswersError(EndpointError):
    """The neutral policy has answered too many questions in a row; the message is one line."""


@dataclass(frozen=True)
class Asker:
    """The model and the end of a run, common to all its questions.

    Attributes:
        endpoint: the model.
        most_forced: questions in a row that the neutral policy may answer; None for any number.
        stopped: an event that ends the run.
    """

    endpoint: Endpoint
    most_forced: int | None = MOST_FORCED
    stopped: threading.Event = field(default_factory=threading.Event)

    def check_forced(self, in_a_row: int, refusal: Refusal) -> None:
        """Raise an error if the neutral policy has answered too many questions in a row.

        Args:
            in_a_row: their number.
            refusal: the last refusal of an answer of the model.
        """
        if self.most_forced is not None and in_a_row >= self.most_forced:
            raise ForcedAnswersError(
                f"{self.endpoint.model} at {self.endpoint.url}: {NEUTRAL} has answered {in_a_row} questions in a row "
                f"after {MOST_REFUSALS} refused replies each; the last refusal was: {printable(refusal.reason)}"
            )


def talk_header(header: Mapping[str, Any], endpoint: Endpoint, rules: str) -> dict[str, Any]:
    """Return the first line of a file of conversations.

    Args:
        header: what the conversations are about.
        endpoint: the model.
        rules: the text before every question.
    """
    return {**header, "address": endpoint.url, "settings": endpoint.settings.described, "rules": rules}


def opened(lines: KeptLines, header: Mapping[str, Any]) -> list[Any]:
    """Return the lines of a file behind its header, which is written if the file is empty.

    Raises:
        KeptWarError: the file has another header.
        FileError: a line is broken.
        OSError: the file cannot be written.
    """
    values = lines.read()
    if not values:
        lines.append(header)
        return []
    check_header(lines.path, values[0], header)
    return values[1:]


def read_talk(path: Path, values: Iterable[Any], memory: Memory | None = None) -> KeptTalk:
    """Return what the lines of a war or an exercise say.

    Args:
        path: the file, for the message of an error.
        values: the lines.
        memory: the memory of the model at the beginning, which gets all answers; None if it has none.

    Raises:
        KeptWarError: a line has another form.
    """
    answers: list[KeptAnswer] = []
    pending: list[Completion] = []
    usage, lost = Usage(), LostCalls()
    exchange: list[Message] = []
    for line in values:
        answer = read_answer_line(path, line)
        if "text" in line:
            pending.append(Completion(**_checked(path, _with_later(line, ["milliseconds"]), COMPLETION_TYPES)))
            if memory is not None and memory.kind == WHOLE_TALK:
                exchange = [*_messages(path, line.get("question")), said_in(pending[-1].text)]
        if LOST_KEY in line:
            more = _checked(path, line[LOST_KEY], COUNTS_OF_LOST)
            lost = LostCalls(*(getattr(lost, name) + more[name] for name in COUNTS_OF_LOST))
        if answer is not None:
            answers.append(answer)
            usage = Usage(**_checked(path, _with_later(line.get("usage"), LATER_FIGURES), COUNTS_OF_USAGE))
            pending, lost = [], LostCalls()
            if memory is not None:
                memory.keep(_notes(path, line.get(OWN_NOTES)), exchange)
    return KeptTalk(answers, usage, pending, lost)


def _messages(path: Path, values: Any) -> list[Message]:
    """Return the messages of a question; refuse anything else."""
    fits = isinstance(values, list) and all(
        isinstance(each, dict) and {name: type(word) for name, word in each.items()} == MESSAGE_TYPES for each in values
    )
    if not fits:
        raise KeptWarError(f"{os.fspath(path)!r} cannot be continued: got the question {quoted(values)}")
    return list(values)


def _notes(path: Path, value: Any) -> str | None:
    """Return the notes of a line; None for a line without any."""
    if not (value is None or isinstance(value, str)):
        raise KeptWarError(f"{os.fspath(path)!r} cannot be continued: got the notes {quoted(value)}")
    return value


def _with_later(values: Any, names: Iterable[str]) -> Any:
    """Return the entries of a line, with 0 for those of some names that earlier versions have not counted."""
    return {**dict.fromkeys(names, 0), **values} if isinstance(values, dict) else values


def _checked(path: Path, values: Any, types: Mapping[str, type]) -> dict[str, Any]:
    """Return the entries of these types; refuse missing, damaged and negative ones."""
    known: dict[str, Any] = {name: values.get(name) for name in types} if isinstance(values, dict) else {}
    if not known or not all(
        type(known[name]) is of and (of is not int or known[name] >= 0) for name, of in types.items()
    ):
        raise KeptWarError(f"{os.fspath(path)!r} cannot be continued: got the entries {quoted(values)}")
    return known


def add_lost(usage: Usage, lost: LostCalls) -> None:
    """Add calls without a reply to the figures of a war."""
    usage.lost_calls += lost.calls
    usage.lost_prompt_tokens += lost.prompt_tokens
    usage.lost_reply_tokens += lost.reply_tokens


@dataclass(frozen=True)
class Talk:
    """The conversation about one war or one exercise.

    Attributes:
        lines: the file.
        record: the recording of the war.
        usage: figures, which are counted up.
        labels: further entries of each line.
    """

    lines: KeptLines
    record: RecordReplay
    usage: Usage
    labels: Mapping[str, Any]

    def ask(self, question: OpenQuestion, asker: Asker, kept: KeptTalk | None = None) -> None:
        """Ask a model until it gives an answer, or one is given for it.

        Args:
            question: the open question.
            asker: the model.
            kept: what an earlier run has left of the question.

        Raises:
            EndpointError: the budget is used up, the endpoint has failed, or the run was stopped.
            ForcedAnswersError: the neutral policy has answered too many questions in a row.
            OSError: the file cannot be written.
        """
        if kept is not None:
            add_lost(self.usage, kept.lost)
            for completion in kept.pending:
                if not question.answered:
                    outcome = self._reply(question, completion)
        while not question.answered:
            if asker.stopped.is_set():
                raise EndpointError("another one has stopped")
            lost = LostCalls()
            asked = question.own_messages
            try:
                completion = asker.endpoint.complete(question.messages, stopped=asker.stopped, lost=lost)
            except EndpointError as error:
                if lost.calls:
                    self.lines.append({**self.labels, "failed": str(error), LOST_KEY: asdict(lost)})
                raise
            add_lost(self.usage, lost)
            line = {"question": asked, **asdict(completion), **({LOST_KEY: asdict(lost)} if lost.calls else {})}
            outcome = self._reply(question, completion, line)
        if isinstance(outcome, Refusal):
            asker.check_forced(self.usage.forced_in_a_row, outcome)

    def _reply(
        self, question: OpenQuestion, completion: Completion, line: Mapping[str, Any] | None = None
    ) -> Taken | Refusal:
        """Read a reply and write its line: a new one, or that of an answer that an earlier version has refused."""
        first = len(self.record.actions)
        outcome = question.reply(completion)
        entries = {**(line or {}), "result": str(outcome)}
        if question.answered:
            reason, actions = self.record.reasons[first], list(self.record.actions[first:])
            notes = {OWN_NOTES: question.memory.notes} if question.memory.kind == OWN_NOTES else {}
            entries |= {"reason": reason, "actions": actions, "usage": asdict(self.usage), **notes}
        if question.answered or line is not None:
            self.lines.append({**self.labels, **entries})
        return outcome
