"""Docstrings begin with a verb, and pages have no long sentences: what Ruff's rules cannot check."""

import ast
import re
from collections.abc import Iterator

from tests.support.places import ROOT

CODE = ("stuka_env", "agents", "tools", "examples")
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs")
# A rule may be stated as a rule: "Visibility is rolled on A4".
RULES = ("stuka_env/games/stuka/rules", "stuka_env/games/interceptor/rules")
# The page repeats texts of the chart files. Their digest is in every saved agent and replay, so they stay as they are.
EXEMPT_PAGES = ("docs/charts.md",)
MOST_WORDS = 30

QUESTION_WORDS = frozenset("What How Who Whom Whose Where Which Why When Whatever Whoever".split())
# Words that cannot open the summary of a function. "Whether" may open that of a predicate.
NO_VERBS = QUESTION_WORDS.union(
    """While The A An One Two Three Every Each All Both Any Some No None
    Nothing Nobody Everybody Everything Of In On At By For From With Without As It Its This That These Those Their There
    If Not Neither Either Because Also More Most Only Same Such Other Another Points Decisions""".split()
)
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Fields of a node of the syntax tree with statements, or with what has statements."""
VERBS_LIKE_PARTICIPLES = frozenset({"Bring", "Embed", "Exceed", "Feed", "Need", "Proceed", "Seed", "Shed", "Speed"})


def begins_with_a_verb(docstring: str) -> bool:
    """Whether no rule of the language guide forbids the first word as the beginning of a function's docstring."""
    match = re.match(r"[A-Za-z']+", docstring.strip())
    if match is None or match.group() in NO_VERBS:
        return False
    return match.group() in VERBS_LIKE_PARTICIPLES or not match.group().endswith(("ing", "ed"))


def statements(source: str) -> Iterator[ast.stmt]:
    """Yield every statement of a source; no expression has one inside."""
    nodes: list[ast.AST] = [ast.parse(source)]
    for node in nodes:
        inner = (getattr(node, block, ()) for block in BLOCKS)
        nodes += [statement for block in inner if isinstance(block, list) for statement in block]
        if isinstance(node, ast.stmt):
            yield node


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each string that stands alone: docstrings of modules, functions, classes and constants."""
    for node in statements(source):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value.strip()


def is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a decorator makes the function a property, whose docstring is a noun phrase."""
    names = {getattr(decorator, "id", getattr(decorator, "attr", "")) for decorator in function.decorator_list}
    return bool(names & {"property", "cached_property", "setter"})


def bad_docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and summary of each function whose docstring does not begin with a verb."""
    for node in statements(source):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_property(node):
            docstring = ast.get_docstring(node)
            if docstring and not begins_with_a_verb(docstring):
                yield node.lineno, docstring.splitlines()[0]


def long_sentences(page: str) -> Iterator[tuple[int, str]]:
    """Yield line and beginning of each sentence of Markdown prose that has too many words."""
    # Code, tables, headings, HTML and lists of links keep their line breaks, so that line numbers stay right.
    prose = re.sub(r"```.*?```|<!--.*?-->", lambda match: "\n" * match.group().count("\n"), page, flags=re.DOTALL)
    prose = re.sub(r"(?m)^[ \t]*(\||#|<|!\[).*$", "", prose)
    prose = re.sub(r"`[^`]*`", lambda match: "Code" + "\n" * match.group().count("\n"), prose)
    prose = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", prose)
    for match in re.finditer(r"(?:^|(?<=\n\n))\S.*?(?=\n\s*\n|\Z)", prose, flags=re.DOTALL):
        start = match.start()
        for sentence in re.split(r"(?<=[.!?:])\s+(?=[A-Z`*(\x22])|\n(?=\s*(?:[-*]|\d+\.)\s)", match.group()):
            line = prose.count("\n", 0, prose.index(sentence, start)) + 1
            if len(sentence.split()) > MOST_WORDS:
                yield line, " ".join(sentence.split()[:12])


def files(places: tuple[str, ...], suffix: str, exempt: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield name and text of the files with a suffix in some places, exempt folders and files left out."""
    for place in (ROOT / name for name in places):
        for path in [place] if place.is_file() else sorted(place.rglob(f"*{suffix}")):
            name = path.relative_to(ROOT)
            if not any(name.is_relative_to(other) for other in exempt):
                yield name.as_posix(), path.read_text(encoding="utf-8")


def test_function_docstrings_begin_with_a_verb() -> None:
    """A reader sees at once what a function does."""
    findings = [
        f"{name}:{line}: {summary}"
        for name, source in files(CODE, ".py", RULES)
        for line, summary in bad_docstrings(source)
    ]
    assert not findings, "\n".join(["docstrings that do not begin with a verb:", *findings])


def test_no_docstring_begins_with_a_question_word() -> None:
    """A docstring answers. Those of tests, modules, classes and constants are included."""
    findings = [
        f"{name}:{line}: {text.splitlines()[0]}"
        for name, source in files((*CODE, "tests"), ".py", (*RULES, "tests/test_language.py"))
        for line, text in docstrings(source)
        if text.partition(" ")[0].rstrip(",:") in QUESTION_WORDS
    ]
    assert not findings, "\n".join(["docstrings that begin with a question word:", *findings])


def test_sentences_of_the_pages_are_short() -> None:
    """A sentence of a page has at most thirty words."""
    findings = [
        f"{name}:{line}: {beginning} ..."
        for name, page in files(PAGES, ".md", EXEMPT_PAGES)
        for line, beginning in long_sentences(page)
    ]
    assert not findings, "\n".join([f"sentences of more than {MOST_WORDS} words:", *findings])


def test_the_checks_find_what_they_are_for() -> None:
    """Each check finds a bad example and passes a good one."""
    source = '''
def first():
    """What it costs."""

class Case:
    @property
    def name(self):
        """The name."""

    def last(self):
        """Return the last."""
'''
    assert list(bad_docstrings(source)) == [(2, "What it costs.")]
    words = " ".join(["word"] * (MOST_WORDS + 1))
    assert list(long_sentences(f"# {words}\n\nShort. And\n\n```\n{words}\n```\n")) == []
    assert [line for line, _ in long_sentences(f"Title\n\nShort one. Long\n{words}.\n")] == [3]
