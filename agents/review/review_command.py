"""``stuka review``: the review of a war that was flown."""

import argparse
import json
import webbrowser
from pathlib import Path

from tqdm import tqdm

from agents.review.flown_war import read_flown_war
from agents.review.review import as_json, for_the_page, page_path, review_war
from agents.review.words import habit_lines, loss_lines, losses_title, verdict_lines
from stuka_env.io.files import output_path, write_whole
from stuka_env.io.quoting import printable
from stuka_env.watch.page import NamedFlight, page_of


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
