"""Write the pictures of docs/primer.md: parts of the drawn mat during the attacks of the Example of Play (T11)."""

from PIL import Image

from stuka_env.render import boxes, picture
from tests.support import moments
from tests.support.small import small_mat
from tools import ROOT

FOLDER = ROOT / "docs" / "images"
MARGIN = 6
ATTACK = "t11_5_fourth_attack"
ONE_ROW, FEW_OPTIONS = 170, 80
"""Heights of the first row of aircraft cards, and of a question with few options."""
THREE_CARDS = 492
"""Width of a Kette."""


def part(drawn: Image.Image, box: boxes.Box) -> Image.Image:
    """A box of the mat with a margin."""
    return drawn.crop((box.x - MARGIN, box.y - MARGIN, box.x + box.w + MARGIN, box.y + box.h + MARGIN))


def main() -> None:
    """Draw, cut and save."""
    attack = Image.fromarray(picture.render(*moments.seen(moments.MOMENTS[ATTACK]())))
    kette = Image.fromarray(picture.render(small_mat()))
    parts = {
        "primer-track": part(attack, boxes.TRACK),
        "primer-cards": part(attack, boxes.CARDS._replace(h=ONE_ROW)),
        "primer-question": part(attack, boxes.DECISION._replace(h=FEW_OPTIONS)),
        "primer-kette": part(kette, boxes.CARDS._replace(w=THREE_CARDS, h=ONE_ROW)),
    }
    for name, image in parts.items():
        path = FOLDER / f"{name}.png"
        image.quantize(128).save(path, optimize=True)
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
