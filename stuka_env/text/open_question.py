"""One question to a language model: its conversation, refused replies, and the answer that is taken after too many.

A question has the complete state, so it can be a conversation of its own: the rules, the question, and after a refusal
the reply with the reason. A model with a memory reads its notes too, or all earlier questions and replies.
"""

from dataclasses import dataclass, field

from stuka_env.policy import NEUTRAL
from stuka_env.replay.file import LONGEST_REASON
from stuka_env.replay.recording import RecordReplay
from stuka_env.text.answers import ANSWER_FORM, Cause, Refusal
from stuka_env.text.memory import LONGEST_NOTES, NO_MEMORY, Memory, Message, said_in
from stuka_env.text.playing import Taken, TextGame, rules_summary
from stuka_env.text.reply import Completion

TEXT_VERSION = 5
"""Version of the texts that a model reads, of the reading of its answers, and of the answers that are given for it.

Since 5 the options of a war have an order of their own.
"""
EXERCISES_VERSION = 5
"""Version of the questions of exercises, whose options have an order of their own since 5."""
MOST_REFUSALS = 4
"""Refused answers to one question after which the neutral policy answers."""
MOST_FORCED = 10
"""Questions in a row that the neutral policy may answer: after them the score is no longer that of the model."""
HOW_TO_ANSWER = (
    f"You play this game. Each message is a question with the complete state. End your reply with {ANSWER_FORM}."
)


@dataclass
class Usage:
    """Figures of one war.

    Attributes:
        calls: accepted and refused replies of the model.
        questions: questions that have been answered, by the model or for it.
        refusals: refused answers, for one of the causes below.
        no_form: those without a single answer that could be read.
        illegal_now: those that name an option of an earlier question, or a list that the rules forbid.
        never_legal: those that name something that has been no option in the war.
        forced: questions that the neutral policy has answered after too many refusals.
        forced_in_a_row: such questions since the last answer of the model.
        most_forced_in_a_row: the largest number of them.
        cut: replies that were not complete which are refused.
        filtered: replies that a filter of the endpoint ended, which are refused and not among ``cut``.
        prompt_tokens: tokens that the model read.
        reply_tokens: tokens that the model wrote.
        cached_tokens: tokens among those that were read that the endpoint had kept.
        lost_calls: calls without a reply: time-outs and errors of the endpoint.
        lost_prompt_tokens: tokens that calls which timed out may have read, an estimate.
        lost_reply_tokens: tokens that they may have written: the most that was allowed.
        notes: accepted replies with notes, if the model keeps some.
        cut_notes: those whose notes were too long.
        milliseconds: time of the calls with a reply, each from its request on. It makes no figures other ones.
    """

    calls: int = 0
    refusals: int = 0
    forced: int = 0
    forced_in_a_row: int = 0
    most_forced_in_a_row: int = 0
    cut: int = 0
    filtered: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    cached_tokens: int = 0
    lost_calls: int = 0
    lost_prompt_tokens: int = 0
    lost_reply_tokens: int = 0
    questions: int = 0
    no_form: int = 0
    illegal_now: int = 0
    never_legal: int = 0
    notes: int = 0
    cut_notes: int = 0
    milliseconds: int = field(default=0, compare=False)


FIELD_OF_CAUSE = {Cause.FORM: "no_form", Cause.ILLEGAL_NOW: "illegal_now", Cause.NEVER_LEGAL: "never_legal"}
"""Figures of the causes of refused answers that were read; replies that were cut or filtered have their own."""
LATER_FIGURES = (*FIELD_OF_CAUSE.values(), "notes", "cut_notes", "milliseconds")
"""Figures that files of earlier versions lack."""


def model_rules(game: str, memory: str = NO_MEMORY) -> str:
    """Return the text that a model reads before every question of a game: the rules, and the form of an answer."""
    return f"{rules_summary(game)}\n{HOW_TO_ANSWER}{Memory(memory).rules}"


class OpenQuestion:
    """The open question of a war, until it has been answered.

    Args:
        game: the war.
        record: its recording, which gets each reply as a reason.
        usage: figures of the war, which this class counts up.
        rules: the text before the question.
        memory: what the model knows of earlier questions, which gets the answer; None for nothing.

    Attributes:
        messages: the conversation, with ``role`` and ``content``.
        answered: whether an answer has been taken.
        memory: what the model knows.
    """

    def __init__(
        self, game: TextGame, record: RecordReplay, usage: Usage, rules: str, *, memory: Memory | None = None
    ) -> None:
        self.memory = Memory() if memory is None else memory
        before = [{"role": "system", "content": rules}, *self.memory.messages]
        self.messages: list[Message] = [*before, {"role": "user", "content": self.memory.heading + game.observe()}]
        self.answered = False
        self._first = len(before)
        self._game, self._record, self._usage = game, record, usage
        self._refusals = 0

    @property
    def own_messages(self) -> list[Message]:
        """The part of the conversation that is about this question."""
        return self.messages[self._first :]

    def reply(self, completion: Completion) -> Taken | Refusal:
        """Read a reply of the model and take its answer; after too many refused ones, that of the neutral policy.

        Returns:
            The model's answer as it was taken, or its refusal.
        """
        usage = self._usage
        usage.calls += 1
        usage.cut += completion.is_cut and not completion.is_filtered
        usage.filtered += completion.is_filtered
        usage.prompt_tokens += completion.prompt_tokens
        usage.reply_tokens += completion.reply_tokens
        usage.cached_tokens += completion.cached_tokens
        usage.milliseconds += completion.milliseconds
        text, notes = self.memory.without_notes(completion.text)
        self._record.note(reason=" ".join(text.split())[:LONGEST_REASON] or None)
        fault = completion.cut_reason if completion.is_cut else completion.fault
        taken = self._game.refuse(fault) if fault else self._game.answer(text)
        if isinstance(taken, Refusal):
            if not completion.is_cut:
                cause = FIELD_OF_CAUSE[taken.cause]
                setattr(usage, cause, getattr(usage, cause) + 1)
            self._refuse(completion, taken)
        else:
            self.answered, usage.forced_in_a_row = True, 0
            usage.notes += notes is not None
            usage.cut_notes += len(notes or "") > LONGEST_NOTES
        if self.answered:
            usage.questions += 1
            kept = None if isinstance(taken, Refusal) else notes
            self.memory.keep(kept, [*self.own_messages, said_in(completion.text)])
        return taken

    def _refuse(self, completion: Completion, refusal: Refusal) -> None:
        """Tell the model why its reply is refused, or let the neutral policy answer."""
        self._usage.refusals += 1
        self._refusals += 1
        if self._refusals < MOST_REFUSALS:
            self.messages += [said_in(completion.text), {"role": "user", "content": f"Refused: {refusal}"}]
            return
        self._usage.forced += 1
        self._usage.forced_in_a_row += 1
        self._usage.most_forced_in_a_row = max(self._usage.most_forced_in_a_row, self._usage.forced_in_a_row)
        self._record.note(reason=f"forced: the answer of {NEUTRAL} after too many refused answers")
        self._game.answer_neutrally()
        self.answered = True
