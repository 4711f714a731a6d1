"""The leaderboard's tracks: fixed, and told apart by their digests; and the digest of the rules."""

from functools import partial

import pytest

from agents.evaluation import entry_checks as rules
from agents.evaluation.tracks import EvaluationTrack
from agents.games.stuka.evaluation.tracks import TRACKS
from stuka_env.charts.draws import RandomCharts
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.charts import BANK, load_charts
from stuka_env.games.stuka.codes import SEGMENT_NAMES, Operation, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from tests.support.each import each

PUBLISHED = {
    "mission": "9a703ca7d1b129cfcbaa1478e2f77c7bd15773f90bd374ad5767caa00073f564",
    "operation": "8a77ac9e1fb48c701ffdf402fc01d39fc7f4abc1ff805b255d9ed2ecfbe2c024",
    "campaign": "d272cd1fc6f84c0197de51f015c99a7277a11cc1461d552a42c817c4bec10172",
    "language": "9aa6db2131be16d7713df99986f80dc98f3a4c2e0e2080722374972cd7801447",
    "language-quick": "ca582e1c21f46b9ac334756dd54590f25cac86d75a3a67bf9be950f6b6ba6d12",
    "campaign-language": "cbfaf126ec982306a784187880c0ef1da843bca1176bbff4bba9f2db787c4f41",
    "charts": "02e33d11cc3653773d47afd98f6648346b07211f9a61b8a4f60a7d608525da44",
}
"""Digests of the wars of each track. A track that changes needs another name."""


@each("name", PUBLISHED)
def test_a_published_track_stays_as_it_is(name: str) -> None:
    assert TRACKS[name].digest() == PUBLISHED[name]


def test_every_track_is_published() -> None:
    assert set(TRACKS) == set(PUBLISHED)
    assert len({track.seed for track in TRACKS.values()}) == len(TRACKS) - 1


def test_the_quick_track_is_the_beginning_of_the_whole_one() -> None:
    whole, quick = TRACKS["language"], TRACKS["language-quick"]
    assert quick.seed == whole.seed and quick.headline == whole.headline._replace(wars=20)
    assert (evaluation_seeds(whole.seed, 60)[:20] == evaluation_seeds(quick.seed, 20)).all()


def test_what_is_flown() -> None:
    flown = {
        (track.name, each.name): (each.wars, each.env, each.spec())
        for track in TRACKS.values()
        for each in track.scenarios
    }

    def regular(scale: Scale, operation: Operation) -> WarSpec:
        return WarSpec(scale=scale, operation=operation)

    def drawn(operation: Operation) -> WarSpec:
        return WarSpec(scale=Scale.OPERATION, operation=operation, random=RandomCharts("evaluation"))

    operation = "Stuka/Operation-v0"
    assert flown == {
        ("mission", "barbarossa"): (4_000, "Stuka/Mission-v0", regular(Scale.MISSION, Operation.BARBAROSSA)),
        ("operation", "barbarossa"): (800, operation, regular(Scale.OPERATION, Operation.BARBAROSSA)),
        ("operation", "case_blue"): (400, operation, regular(Scale.OPERATION, Operation.CASE_BLUE)),
        ("operation", "citadel"): (400, operation, regular(Scale.OPERATION, Operation.CITADEL)),
        ("campaign", "campaign"): (400, "Stuka/Campaign-v0", regular(Scale.CAMPAIGN, Operation.BARBAROSSA)),
        ("language", "barbarossa"): (60, "Stuka/Mission-v0", regular(Scale.MISSION, Operation.BARBAROSSA)),
        ("language-quick", "barbarossa"): (20, "Stuka/Mission-v0", regular(Scale.MISSION, Operation.BARBAROSSA)),
        ("campaign-language", "campaign"): (8, "Stuka/Campaign-v0", regular(Scale.CAMPAIGN, Operation.BARBAROSSA)),
        ("charts", "barbarossa"): (1_600, operation, drawn(Operation.BARBAROSSA)),
        ("charts", "case_blue"): (800, operation, drawn(Operation.CASE_BLUE)),
        ("charts", "citadel"): (800, operation, drawn(Operation.CITADEL)),
    }
    assert TRACKS["operation"].headline.name == "barbarossa"


def test_the_digest_knows_all_that_decides_the_wars_and_no_more() -> None:
    track = TRACKS["campaign"]
    (only,) = track.scenarios

    def with_scenario(**other: object) -> EvaluationTrack:
        return track._replace(scenarios=(only._replace(**other),))  # type: ignore[arg-type]

    others = [
        track._replace(seed=track.seed + 1),
        track._replace(name="other"),
        track._replace(scenarios=(only, only)),
        with_scenario(wars=999),
        with_scenario(env="Stuka/Operation-v0"),
        with_scenario(arguments={"operation": "citadel", "duration": "regular"}),
        with_scenario(arguments={"operation": None, "duration": "short"}),
        with_scenario(name="other"),
        with_scenario(charts="random-evaluation"),
    ]
    assert len({each.digest() for each in (track, *others)}) == 1 + len(others)


def test_the_sets_of_the_charts_track_chose_nothing() -> None:
    digests = BANK.sets().digests
    parts = {name: {digests[number] for number in numbers} for name, numbers in BANK.parts.items()}
    track = TRACKS["charts"]
    assert all(each.spec().random == RandomCharts("evaluation") for each in track.scenarios)
    assert not parts["evaluation"] & (parts["training"] | parts["selection"])
    assert track.charts_digest() not in (load_charts().sha256, TRACKS["operation"].charts_digest())
    assert TRACKS["operation"].charts_digest() == load_charts().sha256


def test_the_digest_of_the_rules_is_one_of_what_they_do(monkeypatch: pytest.MonkeyPatch) -> None:
    digest = partial(rules.rules_digest.__wrapped__, "stuka")
    before = digest()
    assert digest() == before == rules.rules_digest("stuka")

    def other_rules(*flight: object) -> Flown:
        """One war of the 32 comes to one point more."""
        flown = fly_wars(*flight)  # type: ignore[arg-type]
        flown.results["score"][7] += 1
        return flown

    monkeypatch.setattr(rules, "fly_wars", other_rules)
    assert digest() != before


def test_the_campaigns_of_the_digest_see_all_operations() -> None:
    flown: list[Flown] = []

    def kept(*flight: object) -> Flown:
        flown.append(fly_wars(*flight))  # type: ignore[arg-type]
        return flown[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "fly_wars", kept)
        rules.rules_digest.__wrapped__("stuka")
    (wars,) = flown
    assert wars.finished.all() and len(wars.seeds) == rules.SAMPLED_WARS
    assert set(wars.logs["segment"].flat) == set(range(len(SEGMENT_NAMES))) and wars.decisions.sum() > 20_000
