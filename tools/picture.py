"""Write docs/images/mat.png: the drawn mat during the attacks of the Example of Play (T11)."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import moments  # noqa: E402
from PIL import Image  # noqa: E402

from stuka_env.render import picture  # noqa: E402

PATH = ROOT / "docs" / "images" / "mat.png"
MOMENT = "t11_5_fourth_attack"


def main() -> None:
    """Draw and save."""
    drawn = picture.render(*moments.seen(moments.MOMENTS[MOMENT]()))
    PATH.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(drawn).save(PATH, optimize=True)
    print(f"{PATH.relative_to(ROOT)}: {PATH.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
