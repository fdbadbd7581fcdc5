"""The frame for modules of rules: declared slots, questions and verbs, hooks, several modules, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kalarite.compiler import compile_cards
from kalarite.runtime import CardError, CardSet, Game, IllegalMove, Move, Observation, PositionError, SaveError, replay
from kalarite.runtime.conformance import check
from kalarite.runtime.modules import Module
from kalarite.runtime.modules.collected import Modules
from kalarite.runtime.offers import STOP_MOVE
from kalarite.runtime.playout import Dice, summons_first
from kalarite.runtime.state import SIZE

from .toy import MODULES, Toy

DECKS = Path(__file__).with_name("decks")
PAIRS = [("toys", "blocks"), ("toys", "northern"), ("others", "toys"), ("southern", "others")]


@pytest.fixture(scope="session")
def cards() -> CardSet:
    return compile_cards(DECKS, modules=MODULES)


def at(cards: CardSet, board: str, **position: Any) -> Game:
    return Game.from_position(board, decks=["toys", "others"], cards=cards, **position)


def walked(cards: CardSet, decks: tuple[str, ...], seed: int, form: str = "duel", most: int = 400) -> Any:
    game, dice = Game.new(form, decks, seed, cards=cards), Dice(seed)
    for _ in range(most):
        if game.is_over:
            return
        yield game
        game.play(summons_first(dice, game.legal_moves()))


# ------------------------------------------------------------ whole games


@pytest.mark.parametrize("decks", PAIRS, ids="-".join)
def test_games_with_modules_keep_every_promise(cards: CardSet, decks: tuple[str, ...]) -> None:
    report = check("duel", decks, games=2, seed=3, cards=cards, save_every=4, refuse_every=40)
    assert report.games == 2


@pytest.mark.parametrize(("form", "decks"), [("melee", ("toys", "others", "northern")), ("high", ("toys", "others"))])
def test_modules_go_with_other_forms(cards: CardSet, form: str, decks: tuple[str, ...]) -> None:
    assert check(form, decks, games=1, seed=1, cards=cards, save_every=6, refuse_every=50).games == 1


def test_every_question_and_verb_of_the_toy_is_met(cards: CardSet) -> None:
    verbs: set[str] = set()
    events: set[str] = set()
    for seed in range(8):
        for game in walked(cards, ("toys", "others"), seed):
            verbs |= {move.verb for move in game.legal_moves()}
            events |= {x["event"] for x in list(game.events)[-9:]}
    assert {"replay", "keep", "drop", "rest"} <= verbs
    assert {"kept", "replayed", "tired", "mark", "unmark"} <= events


def test_a_sample_stands_at_the_same_decision_with_the_same_open_cards(cards: CardSet) -> None:
    for n, game in zip(count(), walked(cards, ("toys", "others"), 2)):
        if n % 7:
            continue
        for seat in (0, 1):
            seen = game.observation(seat)
            again = Observation(json.loads(json.dumps(seen.data)), cards)
            sample = again.sample(n)
            data = sample.observation(seat).data
            assert {x: data[x] for x in data if x != "take_back"} == {x: seen[x] for x in data if x != "take_back"}


def test_a_seat_sees_only_its_own_entry_of_what_is_hidden(cards: CardSet) -> None:
    game = Game.new(decks=["toys", "others"], cards=cards)
    assert game.observation(0)["toy.secret"] == [7 + 0, None]
    assert game.observation(1)["toy.secret"] == [None, 8]
    assert game.kept["toy.secret"] == [7, 8]


# ------------------------------------------------------------ one thing at a time


def board(cards: CardSet, **pieces: tuple[int, int]) -> Any:
    from kalarite.runtime import Board

    return Board(cards.arena(), pieces)


def test_a_kept_card_is_replayed_and_goes_to_the_pile(cards: CardSet) -> None:
    game = at(cards, board(cards, e5=(0, 0)), hands=[["Clerk"], []])
    game.play(Move.parse("summon Clerk d4"))
    assert [str(x) for x in game.legal_moves()] == ["keep Clerk", "drop Clerk"]
    assert game.card_in_play == "Clerk"
    saved = Game.from_json(game.to_json(), cards)
    assert saved == game and saved.legal_moves() == game.legal_moves()
    game.play(Move.parse("keep Clerk"))
    assert game.kept["toy.kept"] == ["Clerk", None] and game.discards(0) == () and game.scores == (-1, 0)
    assert game.kept["toy.flag"] == ["d4"]
    actions = game.actions
    game.play(Move.parse("replay Clerk"))
    assert game.actions == actions + 1
    assert game.discards(0) == ("Clerk",) and game.kept["toy.kept"] == [None, None] and game.scores == (0, 0)
    game.take_back()
    assert game.kept["toy.kept"] == ["Clerk", None]
    again = replay(game.record, cards)
    assert again == game


def test_a_card_of_a_module_is_summoned_as_from_the_hand_and_counts_as_held(cards: CardSet) -> None:
    game = at(cards, board(cards, e5=(0, 0)), hands=[[], []], modules={"toy.kept": ["Clerk", None]})
    game.play(Move.parse("summon Clerk d4"))
    assert game.kept["toy.kept"] == [None, None]
    game.play(Move.parse("keep Clerk"))
    for _ in range(game.actions):
        game.play(next(x for x in game.legal_moves() if x.verb == "place"))
    game.play(Move.parse("end"))
    assert [x.text for x in game.legal_moves()] == ["rest", "stop"]
    assert Game.from_json(game.to_json(), cards).legal_moves() == game.legal_moves()
    game.play(Move.parse("rest"))
    assert game.kept["toy.lazy"] == [1, 0]
    assert sum(game.rules.cards[x].kind == "being" for x in game.hand(0)) == 2


def test_what_is_spared_stays_and_the_square_is_barred(cards: CardSet) -> None:
    pieces = board(cards, e5=(1, 0), d5=(0, 0), d4=(1, 0))
    game = at(cards, pieces, hands=[["Sapper", "Sapper"], []], modules={"toy.flag": ["e5"]})
    texts = {str(x) for x in game.legal_moves()}
    assert "summon Sapper c5" in texts and "summon Sapper e5" not in texts
    game.play(Move.parse("summon Sapper c5"))
    assert game.board.pieces["e5"] == (1, 0)


def test_a_mover_and_a_leaper_stay_before_a_piece_that_is_spared(cards: CardSet) -> None:
    pieces = board(cards, e5=(1, 0), f4=(0, 0))
    game = at(cards, pieces, hands=[["Runner"], []], modules={"toy.flag": ["e5"]})
    game.play(Move.parse("summon Runner d5"))
    game.play(Move.parse("d5-e5"))
    assert game.board.pieces["d5"] == (0, 0) and game.board.pieces["e5"] == (1, 0)
    assert game.kept["toy.flag"] == ["d5"], "the enemy's is used up, the Runner got the own one"
    game.play(Move.parse("d5-e5"))
    assert game.board.pieces["e5"] == (0, 0) and game.kept["toy.flag"] == ["e5"]
    assert game.destroyed["others"]["common"] == 1


def test_markers_follow_and_fall(cards: CardSet) -> None:
    game = at(cards, board(cards, e5=(0, 0), e6=(1, 1), a3=(0, 2)), modules={"toy.flag": ["e5", "e6"]})
    s, tools = game._s[:], game.rules.toolkit
    slot = tools.marker("flag")
    squares = game.rules.arena.names_of
    e5, e6, a3, d4 = 68, 84, 32, 51
    assert tools.marked(s, slot) == e5
    tools.move(s, e5, d4)
    assert set(squares(s[slot])) == {"d4", "e6"}
    assert tools.swap(s, d4, e6) and set(squares(s[slot])) == {"d4", "e6"} and s[0] >> e6 & 1
    tools.move(s, e6, e5, 1)
    assert set(squares(s[slot])) == {"d4", "e5"}
    tools.swap(s, e5, a3)
    assert set(squares(s[slot])) == {"d4", "a3"}
    assert not tools.mark(s, slot, e5), "legendary pieces do not carry it"
    tools.turn(s, a3, 1)
    tools.turn(s, a3, 1)
    assert set(squares(s[slot])) == {"d4"}
    assert tools.mark(s, slot, a3) is False
    supply = s[13:21]
    code = tools.take(s, d4)
    assert code == 4 and s[slot] == 0 and s[13:21] == supply
    assert game.rules.modules.away(s, 1) == (1, 0)
    tools.put_back(s, 1, 1, d4)
    assert game.rules.modules.away(s, 1) == (0, 0) and s[13:21] == supply
    before = s[14]
    assert tools.destroy_out(s, d4) == 4 and s[14] == before and game.rules.modules.away(s, 1) == (1, 0)


def test_several_modules_are_called_one_after_the_other(cards: CardSet) -> None:
    game = at(cards, board(cards, e5=(0, 0)), hands=[["Clerk"], []])
    game.play(Move.parse("summon Clerk d4"))
    assert game.kept["tallies.count"] == 1
    pieces = board(cards, e5=(0, 0), d5=(0, 0), e4=(1, 0))
    game = at(cards, pieces, hands=[[], ["Guard"]], to_move=1)
    game.play(Move.parse("summon Guard f4"))
    game.play(Move.parse("e5"))
    assert game.destroyed["toys"]["common"] == 2


# ------------------------------------------------------------ what is refused


def test_a_deck_without_its_module_says_what_to_do() -> None:
    with pytest.raises(CardError, match=r"the module of rules 'toy' is not there.*modules="):
        compile_cards(DECKS, modules={"tallies": MODULES["tallies"]})


def test_wrong_modules_are_refused(cards: CardSet) -> None:
    for wrong, words in (([Toy], "by name"), ({"toy": object}, "class below")):
        with pytest.raises(CardError, match=words):
            compile_cards(DECKS, modules=wrong)  # type: ignore[arg-type]

    class NoFlag(Module):
        pass

    lacking = compile_cards(DECKS, modules={**MODULES, "toy": NoFlag})
    with pytest.raises(CardError, match="no marker 'flag'"):
        Game.new(decks=["toys", "others"], cards=lacking)

    class BadVerb(Toy):
        def declare(self) -> None:
            super().declare()
            self.verb("place")

    bad = compile_cards(DECKS, modules={**MODULES, "toy": BadVerb})
    with pytest.raises(CardError, match="can be no verb"):
        Game.new(decks=["toys", "others"], cards=bad)

    class BadHook(Toy):
        def declare(self) -> None:
            super().declare()
            self.question("never", "put", self.rest_answers, self.take_rest)

    bad = compile_cards(DECKS, modules={**MODULES, "toy": BadHook})
    with pytest.raises(CardError, match="may ask"):
        Game.new(decks=["toys", "others"], cards=bad)


def declaring(body: Callable[[Module], object]) -> type[Module]:
    """Toy with more in `declare`."""

    class Wrong(Toy):
        def declare(self) -> None:
            super().declare()
            body(self)

    return Wrong


def ask_again(module: Module) -> None:
    module.question("which", "end", lambda s: [STOP_MOVE], lambda s, move: None)


UNDECLARED: list[tuple[Callable[[Module], object], str]] = [
    (lambda x: x.slot("lazy", 0), "keeps 'lazy' twice"),
    (lambda x: x.slot("flag", 0), "keeps 'flag' twice, as a slot or a marker"),
    (lambda x: x.card_slot("kept"), "keeps 'kept' twice"),
    (lambda x: x.slot("list", [0]), r"'list' begins as \[0\]"),
    (lambda x: x.slot("text", (0, ("a",))), "'text' begins as"),
    (lambda x: x.slot("less", -1), "'less' begins as -1"),
    (lambda x: x.verb("keep"), "verb 'keep' twice"),
    (lambda x: x.verb(5), "can be no verb"),  # type: ignore[arg-type]
    (ask_again, "question 'which' twice"),
]


@pytest.mark.parametrize(("body", "words"), UNDECLARED)
def test_what_is_declared_wrongly_is_refused_when_a_game_is_made(body: Callable[[Module], object], words: str) -> None:
    bad = compile_cards(DECKS, modules={**MODULES, "toy": declaring(body)})
    with pytest.raises(CardError, match=words):
        Game.new(decks=["toys", "others"], cards=bad)


def test_markers_are_a_tuple_of_words() -> None:
    for markers in ("flag", None, (5,)):
        bad = compile_cards(DECKS, modules={**MODULES, "toy": type("Bad", (Toy,), {"markers": markers})})
        with pytest.raises(CardError, match="markers is a tuple of words"):
            Game.new(decks=["toys", "others"], cards=bad)


def test_a_card_that_a_module_names_twice_is_offered_once() -> None:
    class Twice(Toy):
        def hand(self, s: Any) -> tuple[int, ...]:
            return super().hand(s) * 2

    twice = compile_cards(DECKS, modules={**MODULES, "toy": Twice})
    game = at(twice, board(twice, e5=(0, 0)), hands=[["Clerk"], []])
    game.play(Move.parse("summon Clerk d4"))
    game.play(Move.parse("keep Clerk"))
    moves = [str(x) for x in game.legal_moves()]
    assert any(x.startswith("summon Clerk") for x in moves)
    assert len(moves) == len(set(moves))


def test_two_modules_of_a_game_have_no_verb_in_common() -> None:
    class Thawing(Toy):
        def declare(self) -> None:
            super().declare()
            self.verb("thaw")

    bad = compile_cards(DECKS, modules={**MODULES, "toy": Thawing})
    Game.new(decks=["toys", "northern"], cards=bad)
    with pytest.raises(CardError, match="has the verb 'thaw', and so has another module"):
        Game.new(decks=["toys", "everfrost"], cards=bad)


class Silent(Module):
    """Asks at the end of each turn, and offers nothing."""

    markers = ("flag",)

    def declare(self) -> None:
        self.nothing = self.question("nothing", "end", lambda s: [], lambda s, move: None)
        self.zap = self.verb("zap")

    def end(self, s: list[Any]) -> bool:
        return self.ask(s, self.nothing)


class Liar(Silent):
    def end(self, s: list[Any]) -> bool:
        return True


class Greedy(Silent):
    def act(self, s: list[Any], moves: list[Move]) -> None:
        moves.clear()


class Unsaid(Silent):
    def act(self, s: list[Any], moves: list[Move]) -> None:
        moves[:] = [self.zap()]


STUCK: list[tuple[type[Module], str]] = [
    (Silent, "asks 'nothing' and offers nothing"),
    (Liar, "'end' gives True and asks nothing"),
    (type("Unaware", (Silent,), {"end": Module.end, "done": lambda self, s, entry: True}), "'done' gives True"),
    (type("Unasked", (Silent,), {"end": Module.end, "summoned": lambda self, s, entry: True}), "'summoned' gives True"),
    (Greedy, "takes away all answers"),
    (Unsaid, "offers 'zap' as an action"),
]


@pytest.mark.parametrize(("module", "words"), STUCK)
def test_a_module_that_would_leave_a_game_standing_still_is_told(module: type[Module], words: str) -> None:
    bad = compile_cards(DECKS, modules={**MODULES, "toy": module})
    game = Game.new(decks=["toys", "others"], seed=1, cards=bad)
    choose = Random(1).choice
    with pytest.raises(CardError, match=words):
        for _ in range(400):
            game.play(choose(game.legal_moves()))


WRONG: list[tuple[str, Any, str]] = [
    ("toy.flag", ["z9"], "list of squares"),
    ("toy.flag", ["a3"], "lies on a piece"),
    ("toy.flag", 5, "list of squares"),
    ("toy.kept", ["Knight", None], "no card of toys"),
    ("toy.kept", ["Clerk"], "list of 2"),
    ("toy.kept", [None, "Ram"], "no card of others"),
    ("toy.lazy", [2, 0], "that tired"),
    ("toy.lazy", [0], "list of 2"),
    ("toy.moves", -1, "whole number"),
    ("toy.moves", True, "whole number"),
    ("away", [[0, 0]], "list of 2 pairs"),
    ("away", [[99, 0], [0, 0]], "has|pieces"),
    ("toy.kept", ["Scout", None], "not in its deck|add up"),  # it lies elsewhere already
]


@pytest.mark.parametrize(("field", "value", "words"), WRONG)
def test_saves_and_positions_with_wrong_fields_are_refused(cards: CardSet, field: str, value: Any, words: str) -> None:
    options: dict[str, Any] = {"hands": [["Scout"], []]}
    game = at(cards, board(cards, e5=(0, 0)), **options)
    data = json.loads(game.to_json())
    data["start"][field] = data["state"][field] = value
    with pytest.raises(SaveError, match=words):
        Game.from_json(json.dumps(data), cards)
    with pytest.raises(PositionError, match=words):
        at(cards, board(cards, e5=(0, 0)), modules={field: value}, **options)


def test_a_save_that_lacks_a_field_and_a_position_with_an_unknown_one_are_refused(cards: CardSet) -> None:
    data = json.loads(at(cards, board(cards, e5=(0, 0))).to_json())
    del data["state"]["toy.moves"]
    with pytest.raises(SaveError, match=r"state\.toy\.moves is missing"):
        Game.from_json(json.dumps(data), cards)
    with pytest.raises(PositionError, match=r"did you mean 'toy\.moves'"):
        at(cards, board(cards, e5=(0, 0)), modules={"toy.movs": 1})
    with pytest.raises(PositionError, match="modules is a dict"):
        at(cards, board(cards, e5=(0, 0)), modules=3)


def test_games_without_modules_have_none_of_it() -> None:
    game = Game.new()
    assert len(game._s) == SIZE and game.kept == {} and not game.rules.modules
    assert "away" not in json.loads(game.to_json())["state"]
    with pytest.raises(IllegalMove):
        Move.parse("juggle Clerk")


def test_a_copy_is_independent_and_positions_differ_by_what_modules_keep(cards: CardSet) -> None:
    game = at(cards, board(cards, e5=(0, 0)))
    other = at(cards, board(cards, e5=(0, 0)), modules={"toy.flag": ["e5"]})
    assert game != other and game.position_key() != other.position_key()
    assert isinstance(game.rules.modules, Modules)
    copied = other.copy()
    copied.play(Move.parse("place a3"))
    assert other.kept["toy.moves"] == 0 and copied.kept["toy.moves"] == 1
