"""Draws the top of the picture: the game, its rules, the round, and the timer."""

from mom_env.drawing.sheet import INNER_WIDTH, MOON, NIGHT, STARLIGHT
from mom_env.drawing.svg import disc, group, path, rect, text
from mom_env.four_monkeys.draw.pieces import figures
from mom_env.four_monkeys.draw.scene import Scene

HEADING_HEIGHT = 62.0
BAR_WIDTH = 360.0
GONE, LEFT_OVER, UNSURE = "#5d6b90", MOON, "#8d8a6d"


def heading(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the top of the picture: title and rules on the left, round and timer on the right.

    (x, y) is its upper left corner in pixels.
    """
    end = INNER_WIDTH - 20
    return group(
        rect(0, 0, INNER_WIDTH, HEADING_HEIGHT, 12, fill=NIGHT),
        emblem(),
        text(74, 28, "4 Monkeys", 19, MOON, bold=True),
        text(74, 47, about(scene), 12.5, STARLIGHT, room=end - BAR_WIDTH - 90),
        text(end, 26, moment(scene), 16, MOON, bold=True, anchor="end"),
        "" if scene.over else timer(scene, end - BAR_WIDTH),
        x=x,
        y=y,
    )


def emblem() -> str:
    """Return the SVG of the four figures, each in a quarter of a light disc."""
    places = {"circle": (26, 22), "triangle": (46, 22), "square": (26, 42), "pentagon": (46, 42)}
    back = disc(36, 32, 25, fill="#f7f3e6")
    return back + "".join(figures(name, [place], 7.6) for name, place in places.items())


def about(scene: Scene) -> str:
    """Return in words what is counted, and the rules that are not the usual ones."""
    options = scene.view["options"]
    said = {
        "family": "family version",
        "banana_skins": "banana skins",
        "fresh_skins_count": "fresh skins count",
        "check_choice": "owners choose what is checked",
        "false_stops": "false stops",
        "pace": "handicaps",
    }
    usual = ["only the best is checked"]
    rotating = ["the quickest takes turns"] if options.get("contest") == "rotate" else []
    return " · ".join([*(words for option, words in said.items() if options.get(option)), *rotating] or usual)


def moment(scene: Scene) -> str:
    """Return round and tick, counted from 1, in words, or that the game is over."""
    if scene.over:
        return "The game is over"
    beginning = f"Round {scene.view['round'] + 1} of {scene.rounds}"
    if scene.view["decision"] == "check":
        return f"{beginning} · tiles are checked"
    return f"{beginning} · tick {scene.view['tick'] + 1}{length_in_words(scene)}"


def length_in_words(scene: Scene) -> str:
    """R5: Return the length of the timer behind the number of the tick."""
    return ", length hidden" if scene.view["ticks"] is None else f" of {scene.view['ticks']}"


def limits(scene: Scene) -> tuple[int, int]:
    """R5: Return the least and the greatest length of the timer that is possible, in ticks."""
    if scene.view["ticks"] is not None:
        return scene.view["ticks"], scene.view["ticks"]
    options, timer = scene.view["options"], scene.deck.timer
    usual = options.get("ticks") or timer.ticks(family=bool(options.get("family")))
    least = max(usual - timer.hidden_spread, scene.view["tick"] + 1)
    return least, usual + timer.hidden_spread


def timer(scene: Scene, left: float) -> str:
    """Return the SVG of the timer, a bar for each tick: gone by, still to come, and, if it is hidden, perhaps to come.

    `left` is its left end in pixels.
    """
    least, most = limits(scene)
    gone = scene.view["tick"]
    pitch = BAR_WIDTH / most
    spans = ((0, gone, GONE), (gone, least, LEFT_OVER), (least, most, UNSURE))
    bars = (
        path(
            "".join(f"M{left + pitch * tick:.2f} 37h{pitch * 0.72:.2f}v13h{-pitch * 0.72:.2f}Z" for tick in ticks),
            fill=fill,
        )
        for ticks, fill in ((range(first, last), fill) for first, last, fill in spans)
        if len(ticks)
    )
    return "".join(bars)
