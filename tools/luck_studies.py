"""The studies of luck of all games that have one."""

from tools import campaign_luck, career_luck

STUDIES = {study.luck.game: study for study in (career_luck.CAREER_STUDY, campaign_luck.CAMPAIGN_STUDY)}
"""The studies by the names of the games."""
