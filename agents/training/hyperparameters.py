"""Looking for better hyperparameters with Optuna: ``train.py --config FILE --search N``.

The study is kept in the output folder, so that the same command goes on where it was stopped. Trials that do worse than
the others at the same point are given up early. Selection wars decide, never those of the evaluation.
"""

from pathlib import Path
from typing import Any

import optuna
from optuna.trial import Trial, TrialState
from tqdm import tqdm

from agents.training.checkpoint import config_digest
from agents.training.config import Config, Range
from agents.training.config_file import ConfigError, config_text, make_config, set_key
from agents.training.jobs import bar_of, show
from agents.training.learner import Learner
from agents.training.run_log import silent_logger
from agents.training.selection import evaluate_on_selection
from agents.training.warm_start import begin_training
from stuka_env.files import write_whole
from stuka_env.quoting import LONGEST_QUOTE, printable

STARTUP = 5
"""Trials that are flown to their end before any is given up."""
CONFIG_KEY = "config"
DATABASE = "study.db"


def with_values(config: Config, values: dict[str, Any]) -> Config:
    """The configuration of one trial.

    Raises:
        ConfigError: a key is unknown, or a value not allowed.
    """
    plain = config.model_dump(mode="json")
    for key, value in values.items():
        set_key(plain, key, value)
    return make_config(plain | {"steps": config.search.steps, "seeds": [config.search.seed]}, "search")


def check_space(config: Config) -> None:
    """Refuse a search that has nothing to choose from, or keys and values that cannot be used.

    Raises:
        ConfigError: one line says what is wrong.
    """
    asked = config.search
    if not asked.ranges and not asked.choices:
        raise ConfigError("search: the configuration says nothing to choose from, see search.ranges in configs/")
    for key, allowed in asked.ranges.items():
        for end in (allowed.low, allowed.high):
            with_values(config, {key: end})
    for key, choices in asked.choices.items():
        for choice in choices:
            with_values(config, {key: choice})


def suggest(trial: Trial, key: str, allowed: Range) -> int | float:
    """A number within a range; a whole one if both ends are."""
    if isinstance(allowed.low, int) and isinstance(allowed.high, int):
        return trial.suggest_int(key, allowed.low, allowed.high, log=allowed.log)
    return trial.suggest_float(key, allowed.low, allowed.high, log=allowed.log)


def suggested(trial: Trial, config: Config) -> dict[str, Any]:
    """The values of a trial by key."""
    numbers = {key: suggest(trial, key, allowed) for key, allowed in config.search.ranges.items()}
    words = {key: trial.suggest_categorical(key, choices) for key, choices in config.search.choices.items()}
    return numbers | words


def fly_trial(trial: Trial, config: Config) -> float:
    """Train with the values of a trial; the best score on selection wars.

    Raises:
        optuna.TrialPruned: it does worse than the others did at the same point.
    """
    chosen = with_values(config, suggested(trial, config))
    learner = Learner(chosen, config.search.seed)
    learner.set_logger(silent_logger())
    every = chosen.evaluation.every
    best = -float("inf")
    try:
        for _ in begin_training(learner, lambda: False):
            pass
        with bar_of(chosen.total_steps, trial.number, what="trial") as bar:
            while not learner.finished:
                before = learner.steps
                learner.collect_rollouts(lambda env: None)
                learner.learn()
                show(bar, min(learner.steps, chosen.total_steps))
                if learner.finished or learner.steps // every > before // every:
                    score = evaluate_on_selection(learner).score
                    best = max(best, score)
                    trial.report(score, learner.steps)
                    if trial.should_prune():
                        raise optuna.TrialPruned
    finally:
        learner.close()
    return best


def open_study(config: Config, folder: Path) -> optuna.Study:
    """The study in ``folder``, a new one if there is none; what was under way when it was stopped has failed.

    Raises:
        ConfigError: the one there is damaged, or of another configuration.
    """
    path = folder / DATABASE
    if path.exists() and not path.is_file():
        raise ConfigError(f"search: {path} is no regular file; delete it")
    try:
        return _opened(config, folder)
    except ConfigError:
        raise
    except Exception as error:  # whatever the damage led SQLite and Optuna to
        reason = printable(next(iter(str(error).splitlines()), type(error).__name__), LONGEST_QUOTE)
        raise ConfigError(f"search: {path} cannot be used ({reason}), allowed is to delete it") from None


def _opened(config: Config, folder: Path) -> optuna.Study:
    optuna.logging.set_verbosity(optuna.logging.ERROR)  # of Ctrl-C it would warn with a traceback
    study = optuna.create_study(
        storage=f"sqlite:///{folder / DATABASE}",
        study_name=config.name,
        direction="maximize",
        load_if_exists=True,
        pruner=optuna.pruners.MedianPruner(n_startup_trials=STARTUP),
    )
    digest = config_digest(config)
    if study.user_attrs.get(CONFIG_KEY, digest) != digest:
        raise ConfigError(
            f"search: {folder} holds the search of another configuration, allowed is another name or output"
        )
    study.set_user_attr(CONFIG_KEY, digest)
    for trial in study.get_trials(states=(TrialState.RUNNING,)):
        study.tell(trial.number, state=TrialState.FAIL)
    # A study that goes on must not draw its first trials again.
    study.sampler = optuna.samplers.TPESampler(seed=config.search.seed + len(study.trials))
    return study


def print_trial(study: optuna.Study, trial: optuna.trial.FrozenTrial) -> None:
    """A line on a trial that has ended."""
    values = ", ".join(f"{key}={_short(value)}" for key, value in trial.params.items())
    score = "given up" if trial.value is None else f"{trial.value:.1f}"
    tqdm.write(f"trial {trial.number}: {score}; {values}")


def _short(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def search_run(config: Config, trials: int, output: Path) -> None:
    """Try until the study has ``trials`` trials that came to their end or were given up; write the best configuration.

    Raises:
        ConfigError: one line says what cannot be used.
        OSError: the folder cannot be written.
    """
    if trials < 1:
        raise ConfigError(f"search: got {trials}, allowed is 1 or more")
    check_space(config)
    folder = output / f"{config.name}-search"
    folder.mkdir(parents=True, exist_ok=True)
    study = open_study(config, folder)
    done = len(study.get_trials(states=(TrialState.COMPLETE, TrialState.PRUNED)))
    print(f"search {config.name}: {done} of {trials} trials are done, in {folder}", flush=True)
    study.optimize(lambda trial: fly_trial(trial, config), n_trials=max(0, trials - done), callbacks=[print_trial])
    best = study.best_trial
    words = " ".join(f"{key}={_short(value)}" for key, value in best.params.items())
    plain = with_values(config, best.params).model_dump(mode="json")
    chosen = make_config(plain | {"steps": config.steps, "seeds": config.seeds}, "search")
    path = write_whole(folder / "best.yaml", config_text(chosen))
    print(f"\nThe best of {len(study.trials)} trials: {best.value:.1f} with {words}\nwritten: {path}")
