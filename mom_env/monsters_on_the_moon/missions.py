"""7: Missions in words."""

from mom_env.monsters_on_the_moon.deck import Mission

ASKS = {
    "line": "{} own squares in a line",
    "block": "{} own squares in a 2 x 2 block",
    "groups": "{} own groups",
    "largest": "a group of {} own heads",
    "rim": "{} own squares beside bare table",
    "crystals": "{} own squares beside crystals",
    "ships": "{} own squares beside ships",
    "single": "{} own single heads",
}


def mission_words(mission: Mission) -> str:
    """7.3: Return what a mission asks for and pays, such as "3 own groups: 5 VP"."""
    return f"{ASKS[mission.kind].format(mission.at_least)}: {mission.vp} VP"
