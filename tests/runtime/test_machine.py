"""Any sequence of playing, taking back, copying, saving and refusing, against a model that only ever plays forward."""

from __future__ import annotations

import pickle
from random import Random

import hypothesis.strategies as st
import pytest
from duels import BEINGS, FLARES, before_card, new
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from kalarite.runtime import Game, IllegalMove, Move, replay

BUDGET = settings(
    max_examples=20,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


class Played(RuleBasedStateMachine):
    """The game under test, and the model: the game as begun with the moves that were not taken back.

    `turn`: the moves of the turn that is still open, and with each whether it began an action.
    """

    @initialize(seed=st.integers(0, 10_000), stem=st.sampled_from(["", "", *BEINGS, *FLARES]))
    def begin(self, seed: int, stem: str) -> None:
        random = Random(seed)
        game = before_card(stem, random) if stem else None
        self.game = game or new(seed, first=seed % 2)
        self.base = self.game.copy()  # at the beginning of the turn
        self.turn: list[tuple[Move, bool]] = []

    def model(self) -> Game:
        game = self.base.copy()
        for move, _ in self.turn:
            game.play(move)
        return game

    @precondition(lambda self: not self.game.is_over)
    @rule(pick=st.integers(0, 10**6), eager=st.booleans())
    def play(self, pick: int, eager: bool) -> None:
        moves = self.game.legal_moves()
        cards = [x for x in moves if str(x).startswith(("summon", "flare", "discard"))]
        moves = cards if eager and cards else moves
        move, turn = moves[pick % len(moves)], self.game.turn
        begins = self.game.card_in_play is None and not str(move).startswith(("start", "return", "stop"))
        begins = begins and not self.awaits_place()
        self.game.play(move)
        self.turn.append((move, begins))
        if self.game.turn != turn or self.game.is_over:
            self.base = self.game.copy()
            self.turn = []

    def awaits_place(self) -> bool:
        """Whether a piece was just picked up, which must be placed now (R4.10)."""
        return bool(self.turn) and str(self.turn[-1][0]).startswith("pick up") and self.game.card_in_play is None

    @precondition(lambda self: not self.game.is_over)
    @rule()
    def take_back(self) -> None:
        if not self.turn:
            with pytest.raises(IllegalMove):
                self.game.take_back()
        else:
            self.game.take_back()
            self.turn.pop()

    @precondition(lambda self: not self.game.is_over and self.turn)
    @rule()
    def take_back_an_action(self) -> None:
        self.game.take_back(whole_action=True)
        while self.turn and not self.turn.pop()[1]:
            pass

    @rule()
    def save_and_load(self) -> None:
        self.game = Game.from_json(self.game.to_json())

    @rule()
    def copy(self) -> None:
        """Go on with the copy, and spoil the original."""
        original, self.game = self.game, self.game.copy()
        if not original.is_over:
            original.play(original.legal_moves()[-1])

    @rule()
    def pickle(self) -> None:
        self.game = pickle.loads(pickle.dumps(self.game))

    @rule()
    def replay_the_record(self) -> None:
        self.game = replay(self.game.record)

    @rule(text=st.sampled_from(["stop", "end", "e5", "place e5", "flare", "NE", "option move", "summon Titan e5"]))
    def try_an_answer(self, text: str) -> None:
        move = Move.parse(text)
        if move not in self.game.legal_moves():
            with pytest.raises(IllegalMove):
                self.game.play(move)

    @invariant()
    def is_the_game_that_was_played_forward(self) -> None:
        if not hasattr(self, "game"):
            return
        model = self.model()
        assert self.game == model
        assert self.game.record == model.record
        assert self.game.legal_moves() == model.legal_moves()
        assert self.game.to_move == model.to_move


Played.TestCase.settings = BUDGET
TestPlayed = Played.TestCase
