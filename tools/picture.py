"""Write docs/images/mat.png: the drawn mat during the attacks of the Example of Play (T11)."""

from PIL import Image

from stuka_env.render import picture
from tests.support import moments
from tools import ROOT

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
