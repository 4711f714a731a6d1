"""Write the golden renders of tests/golden again. Read the diff before you commit it."""

from tests.support import moments
from tools import ROOT


def main() -> None:
    """Write every file and print those that changed."""
    for name, text in moments.renders().items():
        path = moments.golden(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
