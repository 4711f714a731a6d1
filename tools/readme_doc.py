"""Write the generated part of README.md, the table of the scores to cite.

``python -m tools.readme_doc`` writes the part. ``--check`` exits with 1 if it is stale. The figures are those of the
entries in ``docs/leaderboard/``.
"""

import sys

from tools import ROOT
from tools.cited_scores import CITED_PART, cited_part
from tools.generated import write_part

README = ROOT / "README.md"


if __name__ == "__main__":
    sys.exit(write_part("readme_doc", README, CITED_PART, cited_part))
