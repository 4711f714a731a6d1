"""The review of a war in words, as the terminal shows it, and the command ``stuka review``."""

import argparse
import json
import webbrowser
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path

from tqdm import tqdm

from agents.review.account import in_tenths, round_up
from agents.review.flown_war import FlownWar, lines_of_war, read_flown_war
from agents.review.parts import ReviewParts
from agents.review.review import Review, as_json, for_the_page, page_path, review_war
from agents.review.verdicts import Verdict, sum_error
from stuka_env.declared.codes import plural
from stuka_env.engine.engine import TapeError
from stuka_env.io.files import output_path, write_whole
from stuka_env.io.quoting import printable
from stuka_env.replay.run import ReplayRun
from stuka_env.watch.page import NamedFlight, page_of
from stuka_env.watch.review import GRADES, LUCK_NOTE, Habit, WarAccount


def proposals(war: FlownWar, losses: Iterable[Verdict]) -> list[list[Verdict]]:
    """Return losses of one line of a war as groups whose better actions can be taken together.

    A better action was compared alone, so two of them may need the same pilot. The most expensive losses are grouped
    first. A loss that fits no group is one of its own.
    """
    groups: list[list[Verdict]] = []
    for loss in sorted(losses, key=lambda loss: -loss.cost):
        fitting = next((group for group in groups if can_be_taken_together(war, [*group, loss])), None)
        if fitting is None:
            groups.append([loss])
        else:
            fitting.append(loss)
    return groups


def can_be_taken_together(war: FlownWar, losses: Sequence[Verdict]) -> bool:
    """Whether the better actions are legal one after the other, with all other choices of the same kind as they were.

    The choices of the same kind are those that the game lists together, up to the last one in a row.
    """
    better, game = {loss.decision: loss.better for loss in losses}, war.game
    first, end = min(better), max(better) + 1
    while end < len(war.actions) and game.is_grouped(war.inputs.snapshot[end]):
        end += 1
    run = ReplayRun(war.flight.replay, war.charts_folder, journal=False)
    for number in range(first):
        run.step(number)
    for number in range(first, end):
        action = better.get(number, int(war.actions[number]))
        if run.over or game.question(run.mat) != game.question(war.inputs.snapshot[number]):
            return False
        if action < 0 or not run.view.masks[0, action]:
            return False
        if number + 1 < end:
            try:
                run.take(action)
            except (ValueError, TapeError):
                return False
    return True


LISTED_LINES = 10
"""Lines about marked decisions that are printed; the page has all decisions."""
PLURALS = {"inaccuracy": "inaccuracies"}
"""Grades whose plural does not only add an s."""


# --- the verdict ---


def verdict_lines(review: Review) -> list[str]:
    """Return the scores of the player and of others in the same war, and the account if there is one."""
    score = review.war.flight.ending.score
    own = f"{review.war.name}: {'not over' if score is None else score}"
    others = ", ".join(f"{name} {points}" for name, points in review.scores.items())
    first = f"{own}. In the same war: {others}" if others else own
    if review.account is None:
        return [first]
    return [
        first,
        *account_lines(review.war.game, in_tenths(review.account.totals), len(review.verdicts.losses)),
        LUCK_NOTE,
    ]


def account_lines(game: ReviewParts, account: WarAccount, num_marked: int) -> list[str]:
    """Return the two tables of an account: the parts of the score, and the parts of the decisions."""
    own, kind, line = game.reference, game.words.kind, game.words.line
    marked = plural(num_marked, "marked decision")
    return [
        f"  {'par':<10}{account.par:5.1f} +- {account.par_error:.1f}  mean score of {own} in {kind} of this kind",
        _row("luck", account.luck, account.luck_error, "what dice and cards added"),
        _row("decisions", account.decisions, account.decisions_error, f"compared with {own}'s own"),
        _row("rest", account.unexplained, account.unexplained_error, "not explained; the error is that of the futures"),
        f"  {'score':<10}{account.score:5.0f}",
        "The decisions:",
        _row("marked", account.marked, account.marked_error, f"{marked}, compared with the better actions"),
        _row("shared", account.shared, account.shared_error, f"the part that {own} loses too"),
        _row("unmarked", account.unmarked, account.unmarked_error, f"all others, compared with {own}'s own"),
        _row(
            "later",
            account.later,
            account.later_error,
            f"what all of them added in later {line}s, beyond the figures above",
        ),
        _row("decisions", account.decisions, account.decisions_error, ""),
        *exact_luck_lines(account),
    ]


def exact_luck_lines(account: WarAccount) -> list[str]:
    """Return a line about the second measure of luck, which is no part of the sum; none in a game without it."""
    if account.common_luck is None:
        return []
    return [
        f"Luck by the common value, exact: {account.common_luck:+.1f}. Luck-adjusted evaluations take it out; it is no "
        "part of the sum above."
    ]


def _row(title: str, points: float, error: float, meaning: str) -> str:
    return f"  {title:<10}{points:+5.1f} +- {error:.1f}  {meaning}".rstrip()


# --- habits ---


def habit_lines(habits: Sequence[Habit]) -> list[str]:
    """Return a line for each habit."""
    return [
        f"- {habit.title}: {times_words(len(habit.decisions))}, {-habit.cost:+.1f} +- {round_up(habit.error):.1f}"
        for habit in habits
    ]


def times_words(count: int) -> str:
    """Return a number of times in words."""
    return "once" if count == 1 else f"{count} times"


# --- the marked decisions ---


def losses_title(review: Review) -> str:
    """Return the numbers of alternatives, futures and marked decisions in words."""
    verdicts = review.verdicts
    tests = f"{plural(verdicts.tested, 'alternative')} tested, {review.pairs:,} paired futures"
    return f"{tests}: {grade_words(verdicts.losses) or 'no decision is known to have cost anything'}"


def grade_words(losses: Sequence[Verdict]) -> str:
    """Return the numbers of decisions of each grade in words, the worst grade first."""
    counts = Counter(loss.grade for loss in losses)
    return ", ".join(
        f"{counts[grade]} {grade if counts[grade] == 1 else PLURALS.get(grade, f'{grade}s')}"
        for grade in GRADES
        if counts[grade]
    )


def loss_lines(war: FlownWar, losses: Sequence[Verdict], page: Path) -> list[str]:
    """Return the most expensive marked decisions, each with its address on the page, and the number of the others.

    Marked decisions of one mission or sortie that belong together are one line, such as those about seats. If their
    better actions cannot be taken together, each of these is a line.
    """
    groups = grouped(war, losses)
    lines = []
    for group in groups[:LISTED_LINES]:
        words = loss_words(war, group[0]) if len(group) == 1 else group_words(war, group)
        lines += [f"- {words}", f"  {page}{war.flight.address_of(group[0].decision)}"]
    if len(groups) > LISTED_LINES:
        lines.append(f"- and {len(groups) - LISTED_LINES} more, all on the page")
    return lines


def grouped(war: FlownWar, losses: Sequence[Verdict]) -> list[list[Verdict]]:
    """Return the marked decisions in groups, the most expensive group first.

    A group has decisions of one line that belong together, and their better actions can be taken together.
    """
    lines, groups = lines_of_war(war), defaultdict[Hashable, list[Verdict]](list)
    for loss in sorted(losses, key=lambda loss: -loss.cost):
        is_grouped = war.game.is_grouped(war.inputs.snapshot[loss.decision])
        groups[("line", int(lines[loss.decision])) if is_grouped else loss.decision].append(loss)
    fitting = [part for group in groups.values() for part in proposals(war, group)]
    return sorted(fitting, key=lambda group: -sum(loss.cost for loss in group))


def loss_words(war: FlownWar, loss: Verdict) -> str:
    """Return one line about a decision that cost points."""
    line, number = place_on_page(war, loss.decision)
    return (
        f"{war.game.words.line} {line}, step {number} ({question_words(war, loss.decision)}): {loss.grade}, cost "
        f"{loss.cost:.2f} +- {loss.error:.2f}. Done: {action_words(war, loss.decision, loss.taken)}. Better: "
        f"{action_words(war, loss.decision, loss.better)}, {pair_words(loss)}."
    )


def group_words(war: FlownWar, losses: Sequence[Verdict]) -> str:
    """Return one line about marked decisions that belong together."""
    line, _ = place_on_page(war, losses[0].decision)
    in_order = sorted(losses, key=lambda loss: loss.decision)
    numbers = ", ".join(str(place_on_page(war, loss.decision)[1]) for loss in in_order)
    done, better = (
        "; ".join(action_words(war, loss.decision, action) for loss, action in zip(in_order, actions, strict=True))
        for actions in zip(*((loss.taken, loss.better) for loss in in_order), strict=True)
    )
    cost, error = sum(loss.cost for loss in losses), sum_error(losses)
    return (
        f"{war.game.words.line} {line}, steps {numbers} ({war.game.words.grouped}): {grade_words(losses)}, cost "
        f"{cost:.2f} +- {error:.2f}. Done: {done}. Better: {better}."
    )


def pair_words(loss: Verdict) -> str:
    """Return the number of paired futures in which the better action scored more, less and the same."""
    equal = loss.num_pairs - loss.num_better - loss.num_worse
    return (
        f"better in {loss.num_better:,}, worse in {loss.num_worse:,}, equal in {equal:,} of {loss.num_pairs:,} "
        "paired futures"
    )


def action_words(war: FlownWar, decision: int, action: int) -> str:
    """Return the label under which an action was offered."""
    return war.game.label(action, war.inputs.snapshot[decision], war.flight.charts)


def question_words(war: FlownWar, decision: int) -> str:
    """Return the question of a decision."""
    return war.game.question(war.inputs.snapshot[decision])


def place_on_page(war: FlownWar, decision: int) -> tuple[str, int]:
    """Return the name of the line of a decision and its step in this line, as the watch page has them."""
    return war.flight.place_of(decision)


def run(options: argparse.Namespace) -> int:
    """Review the war, print the results, write and open the page, and return the exit status."""
    read = [options.file]
    page = page_path(options.file) if options.output is None else output_path("--output", options.output, read)
    figures = None if options.json is None else output_path("--json", options.json, [*read, page])
    war = read_flown_war(options.file, options.charts)
    names = options.policies or war.game.usual_policies()
    with tqdm(total=100, desc=war.name, unit="%", disable=None, leave=False) as bar:
        review = review_war(
            war,
            names,
            seconds=options.seconds,
            num_threads=options.threads,
            on_progress=lambda share: bar.update(round(100 * share) - bar.n),
        )
    print(*verdict_lines(review), sep="\n")
    if review.habits:
        print("Habits:", *habit_lines(review.habits), sep="\n")
    print(losses_title(review), *loss_lines(war, review.verdicts.losses, page), sep="\n")
    try:
        write_whole(
            page,
            page_of([NamedFlight(Path(options.file).name, war.flight, for_the_page(review))]),
        )
        if figures is not None:
            write_whole(figures, json.dumps(as_json(review), indent=1) + "\n")
    except OSError as error:
        raise ValueError(f"{error.filename!r} cannot be written ({error.strerror})") from None
    print(f"written: {printable(page)}")
    if not options.no_open and not webbrowser.open(page.resolve().as_uri()):
        print("no browser was found; open the file in a browser")
    return 0
