"""A position set up by hand, planned dice, and a war saved as JSON and continued.

A set-up names the differences from the usual start: for puzzles, a curriculum, or the test of a rule. Planned dice come
before the random ones. A state is the whole war in plain JSON, including its future dice.
"""

import json

import gymnasium as gym

import stuka_env  # noqa: F401  registers the ids
from stuka_env.envs.single import StukaEnv
from stuka_env.games.stuka.codes import Act

SETUP = {
    "segment": "1941-11",
    "target": "buildings",
    "zone": 3,
    "pilots": [{"level": "elite", "stress": 1}, {"level": "ace"}, {"duty": "hospital", "timer": 3}],
    "aircraft": [{"damage": ["tail"]}, {"status": "repair", "timer": 4}],
}


def to_the_attack(env: StukaEnv) -> None:
    """Continue the mission with the first legal actions except declining, until an aircraft attacks."""
    while env.decision != "ATTACK":
        env.step(next(action for action, _ in env.legal_actions() if action != Act.NO_FLY))


def to_the_end(env: StukaEnv) -> int:
    """Drop the bombs or take the first legal action to the end of the mission, and return its score."""
    over = False
    while not over:
        _, _, over, _, info = env.step(Act.DROP if env.action_masks()[Act.DROP] else env.legal_actions()[0][0])
    return int(info["result"]["score"])


def main() -> None:
    """Set up, plan, save, and continue twice."""
    env = gym.make("Stuka/Mission-v0", segment="1941-11", journal=True).unwrapped
    assert isinstance(env, StukaEnv)
    env.reset(seed=1, options={"setup": SETUP, "dice": {"A2": [1]}})
    to_the_attack(env)
    saved = json.dumps(env.get_state())
    print(f"kept before the first attack: {len(saved):,} characters of JSON")

    num_entries = len(env.journal)
    env.step(Act.DROP)
    print(*(f"  {entry.text}" for entry in env.journal[num_entries:]), sep="\n")
    first = to_the_end(env)

    elsewhere = gym.make("Stuka/Mission-v0", segment="1941-11").unwrapped
    assert isinstance(elsewhere, StukaEnv)
    elsewhere.set_state(json.loads(saved))
    elsewhere.step(Act.DROP)
    again = to_the_end(elsewhere)
    print(f"score {first}, and {again} from what was kept")

    elsewhere.set_state(json.loads(saved))
    others = []
    for dice in range(8):
        twin = elsewhere.clone(dice=dice)
        twin.step(Act.DROP)
        others.append(to_the_end(twin))
    print(f"with other dice from there: {others}")


if __name__ == "__main__":
    main()
