"""`mom play` and `mom replay`: what a person sees and can type."""

import random
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from mom_env.errors import MomError, OptionError, ReplayError
from mom_env.games import GAMES
from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon import Game, screen
from mom_env.monkeys_on_the_moon.replay import read_replay, write_replay
from mom_env.play import Left, Sitting, begin, fitting, resume, run
from mom_env.watch import checked_seat, next_position, open_film, step_through, tell, verify, write_frames
from tests.sizes import smaller_without_jit

GAME = GAMES[0]
ALL_OPTIONS = {"maximum_scorn": True, "monkey_treachery": True, "hidden_coins": True, "raise": "add_only"}


def console() -> Console:
    return Console(record=True, file=StringIO(), width=120)


def answers(*lines: str, then: str = "1") -> Callable[[str], str]:
    rest: Iterator[str] = iter(lines)
    return lambda _: next(rest, then)


def sitting(opponents: tuple[str, ...] = ("greedy", "random"), **arguments: object) -> Sitting:
    return begin(GAME, opponents, "greedy", console(), **{"seat": 1, "seed": 3, **arguments})


def random_games(count: int) -> Iterator[Game]:
    for seed in range(count):
        yield Game(2 + seed % 3, seed, options=ALL_OPTIONS if seed % 2 else None)


def played_on(game: Game, rng: random.Random, moves: int | None = None) -> Game:
    while not game.over and moves != 0:
        game.play(rng.choice(game.legal_actions()))
        moves = None if moves is None else moves - 1
    return game


def names_of(game: Game) -> list[str]:
    return [f"p{seat}" for seat in range(game.num_players)]


def printed(game: Game, seat: int | None) -> str:
    paper = console()
    paper.print(screen.show(game, seat, names_of(game)))
    return paper.export_text()


# The screen


def test_the_scoring_adds_up_to_the_vp_of_the_result() -> None:
    for game in random_games(smaller_without_jit(300, 12)):
        result = played_on(game, random.Random(1)).result()
        titles = game.ruleset.deck.titles
        view = game.snapshot()
        total = [sum(pair) for pair in zip(screen.ship_points(view), screen.scorn_points(view, 2), strict=True)]
        for rank, tribe in enumerate(result["ranking"]):
            awards = titles.leader[rank], titles.undersecretary[rank]
            points = screen.title_points(result["titles"][tribe], *awards, game.num_players)
            total = [sum(pair) for pair in zip(total, points, strict=True)]
        assert total == result["vp"]
        paper = console()
        paper.print(screen.show_scoring(game, names_of(game)))
        assert all(f" {vp} " in paper.export_text(clear=False) for vp in result["vp"])


@pytest.mark.skipif(not is_compiled(), reason="the rarest decision needs hundreds of games")
def test_every_decision_has_a_question_that_names_what_it_is_about() -> None:
    asked: dict[str, list[str]] = {}
    for game in random_games(400):
        rng = random.Random(5)
        while not game.over:
            if len(asked.setdefault(game.decision, [])) < 20:
                pending = game.snapshot(game.seat)["pending"] or {}
                about = [str(value) for value in pending.values() if isinstance(value, str | int)]
                words = screen.question(game)
                assert [value for value in about if value not in words] == []
                assert "{" not in words
                asked[game.decision].append(words)
            played_on(game, rng, 1)
    assert set(asked) == set(screen.QUESTIONS)


@pytest.mark.parametrize("width", [80, 120])
def test_no_line_is_wider_than_the_terminal_and_tables_keep_one_line_a_row(width: int) -> None:
    for game in random_games(smaller_without_jit(30, 2)):
        played_on(game, random.Random(2), 60)
        paper = Console(record=True, file=StringIO(), width=width)
        paper.print(screen.show(game, None, names_of(game)))
        lines = paper.export_text().splitlines()
        assert max(map(len, lines)) <= width
        wrapped = [line for line in lines if line.strip() in {"allies", "VP)", "3 VP)", "seats, 1 VP)"}]
        assert wrapped == []


def test_the_screen_of_a_seat_stays_the_same_when_the_hidden_is_dealt_anew() -> None:
    changed = 0
    for game in random_games(smaller_without_jit(60, 6)):
        played_on(game, random.Random(2), moves=25)
        seat = game.seat or 0
        other = game.resample_hidden(seat, seed=9)
        assert printed(game, seat) == printed(other, seat)
        changed += printed(game, None) != printed(other, None)
    assert changed


def test_a_bid_is_said_with_the_names_of_its_coins() -> None:
    game = Game(4, seed=5)
    while game.decision != "bid" or len(game.legal_actions()) < 4:
        game.play(game.legal_actions()[-1])
    view, said = game.snapshot(), [screen.say(game, action) for action in game.legal_actions()]
    assert said[0] == "pass"
    assert len(set(said)) == len(said)
    own, at = view["auction"]["monkey"]["tribe"], view["circle"].index(view["auction"]["monkey"]["tribe"])
    for choice, words in zip(game.choices()[1:], said[1:], strict=True):
        coins = {own: choice["own"], view["circle"][(at + 1) % 6]: choice["cw"], view["circle"][at - 1]: choice["ccw"]}
        assert words.startswith(f"bid {3 * choice['own'] + 2 * (choice['cw'] + choice['ccw'])} points: ")
        assert all(f"{count} {tribe}" in words for tribe, count in coins.items() if count)


# A person at the table


@pytest.mark.parametrize("num_opponents", [1, 2, 3])
def test_a_game_to_the_end_is_scored_and_saved(num_opponents: int, tmp_path: Path) -> None:
    table = sitting(("greedy", "random", "greedy")[:num_opponents], seat=None)
    path = run(table, answers(), tmp_path / "game.json")
    again = Game.from_replay(read_replay(path))
    assert again == table.game
    assert again.over
    text = table.console.export_text()
    assert "Won by" in text
    assert str(again.result()["vp"][table.seat]) in text
    assert read_replay(path)["players"][table.seat] == "human"


def test_only_the_own_hand_is_ever_shown() -> None:
    table = sitting()
    run_quietly(table)
    shown = [line for line in table.console.export_text().splitlines() if line.startswith("hand of")]
    assert shown
    assert all(line.startswith("hand of you:") for line in shown)


def run_quietly(table: Sitting) -> None:
    table.play(answers())


@pytest.mark.parametrize("junk", ["", "0", "999", "-1", "1.5", "banana", "½", "²", "1 2", "[red]", "x" * 500])
def test_junk_is_asked_again_and_changes_nothing(junk: str) -> None:
    table = sitting()
    before: list[Game] = []

    def ask(_: str) -> str:
        before.append(table.game.copy())
        return junk if len(before) == 1 else "q"

    with pytest.raises(Left):
        table.play(ask)
    assert before[0] == before[1] == table.game
    assert "Expected 1 to" in table.console.export_text()


def test_undo_goes_back_and_the_others_do_the_same_again() -> None:
    straight, back = sitting(), sitting()
    straight.play(answers(*["1"] * 6, then="1"))
    back.play(answers(*["1"] * 4, "2", "u", "u", *["1"] * 3, then="1"))
    assert back.game == straight.game
    assert [line.plain for line in back.told] == [line.plain for line in straight.told]


def test_words_choose_where_only_one_choice_has_them() -> None:
    assert fitting("black 4", ["play black 4", "play black 3"]) == [0]
    assert fitting("black", ["play black 4", "play black 3"]) == [0, 1]
    assert fitting("pass", ["pass", "bid 2 points: 1 red"]) == [0]
    assert fitting("1 red", ["bid 3 points: 1 red", "bid 5 points: 1 red, 1 blue"]) == [0, 1]


def test_a_choice_can_be_typed_in_words() -> None:
    by_number, by_words = sitting(), sitting()
    by_number.play(answers())
    by_words.play(lambda _: by_words.choices()[0].upper())
    assert by_words.game == by_number.game


def test_a_hint_plays_nothing() -> None:
    table = sitting()
    with pytest.raises(Left):
        table.play(answers("h", "q"))
    assert not table.points
    assert "greedy would: " in table.console.export_text()


def test_who_leaves_can_go_on_and_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    straight, left = sitting(), sitting()
    straight.play(answers())
    path = run(left, answers(*["1"] * 5, "q"), tmp_path / "game.json")
    assert not left.game.over
    again = resume(GAME, path, "greedy", console())
    assert again.game == left.game
    again.play(answers())
    assert again.game == straight.game


@pytest.mark.parametrize("error", [KeyboardInterrupt, EOFError])
def test_an_interrupt_saves_the_game(error: type[BaseException], tmp_path: Path) -> None:
    table = sitting()

    def ask(_: str) -> str:
        raise error

    path = run(table, ask, tmp_path / "game.json")
    assert Game.from_replay(read_replay(path)) == table.game


def test_a_replay_is_never_written_over_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    paths = [run(sitting(), answers("q"), None) for _ in range(3)]
    assert [path.name for path in paths] == ["game-3.json", "game-3-2.json", "game-3-3.json"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seat": 3}, "seat: expected 0 to 2, found 3"),
        ({"seed": -1}, "seed: expected a whole number"),
        ({"deck": "none"}, "none"),
        ({"options": {"maximum_scron": True}}, "maximum_scorn"),
        ({"opponents": ("greedi",)}, "greedy"),
        ({"opponents": ("human",)}, "human"),
        ({"opponents": ()}, "num_players"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(MomError, match=message):
        sitting(**arguments)  # type: ignore[arg-type]


def test_only_a_game_that_goes_on_can_be_resumed(tmp_path: Path) -> None:
    path = run(sitting(), answers(), tmp_path / "over.json")
    with pytest.raises(OptionError, match="goes on"):
        resume(GAME, path, "greedy", console())


# Replays


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = played_on(Game(3, seed=8, options={"monkey_treachery": True}), random.Random(4))
    path = tmp_path_factory.mktemp("replay") / "game.json"
    write_replay(path, game.replay(players=["random"] * 3))
    return path


def test_a_film_has_every_position(file: Path) -> None:
    film = open_film(GAME, file)
    replay = read_replay(file)
    assert len(film.lines) == len(replay["moves"]) == len(film.positions) - 1
    assert film.positions[-1] == Game.from_replay(replay)
    assert [position.seat for position in film.positions[:-1]] == [move["seat"] for move in replay["moves"]]


def test_a_replay_can_be_told_and_verified(file: Path) -> None:
    film, paper = open_film(GAME, file), console()
    tell(film, paper)
    verify(film, paper)
    text = paper.export_text()
    assert f"{len(film.lines):>4}  " in text
    assert "Won by" in text
    assert f"{len(film.lines)} moves and the result agree" in text


def test_keys_lead_back_and_forth(file: Path) -> None:
    paper = console()
    assert [next_position(key, 5, 9, paper) for key in ("", "b", "e", "0", "9", "10", "x")] == [6, 4, 9, 0, 9, 5, 5]
    assert next_position("", 9, 9, paper) == 9
    assert next_position("b", 0, 9, paper) == 0
    step_through(open_film(GAME, file), 0, paper, answers("", "e", "q"))
    assert "Won by" in paper.export_text()


def test_a_damaged_replay_is_refused(file: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text().replace('"seat": 1', '"seat": 2', 1))
    with pytest.raises(ReplayError):
        open_film(GAME, broken)


def test_a_seat_that_is_not_there_is_refused(file: Path) -> None:
    with pytest.raises(OptionError, match="seat: expected 0 to 2, found 3"):
        checked_seat(open_film(GAME, file), 3)


def test_frames_are_drawn_for_every_position(file: Path, tmp_path: Path) -> None:
    film = open_film(GAME, file)
    short = film._replace(positions=film.positions[:3])
    write_frames(short, 1, tmp_path / "frames", console())
    assert [path.name for path in sorted((tmp_path / "frames").iterdir())] == ["0000.svg", "0001.svg", "0002.svg"]
