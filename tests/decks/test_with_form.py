"""One more form for cards that are compiled already: from a file, with the arenas beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from kalarite.compiler import compile_cards, with_form
from kalarite.compiler.deck import CARDS as FOLDER
from kalarite.dsl.diagnostic import Diagnostic
from kalarite.runtime import CardError, Game, Move, load_cards, replay

CARDS = load_cards()
DUEL = (FOLDER / "forms" / "duel.toml").read_text("utf-8")
OWN = DUEL.replace('name = "duel"', 'name = "own"').replace('"standard"', '"pond"').replace("points = 18", "points = 2")
POND = 'name = "pond"\ntitle = "Pond"\nrows = ["....", ".r..", "....", "...."]\nstarts.sides = [["a1"], ["d4", "c4"]]\n'


@pytest.fixture
def party(tmp_path: Path) -> Path:
    for kind, text in (("form", OWN), ("arena", POND)):
        (tmp_path / f"{kind}s").mkdir()
        (tmp_path / f"{kind}s" / "own.toml").write_text(text, "utf-8")
    return tmp_path


def test_a_form_and_the_arena_beside_it(party: Path) -> None:
    cards = with_form(CARDS, party / "forms" / "own.toml")
    assert set(cards.forms) - set(CARDS.forms) == {"own"}
    assert list(cards) == list(CARDS)
    game = Game.new("own", ["northern", "southern"], seed=3, cards=cards)
    assert [str(x) for x in game.legal_moves()] == ["start northern a1", "start southern a1"]
    game.play(Move.parse("start southern a1"))
    assert [str(x) for x in game.legal_moves()] == ["start northern c4", "start northern d4"]
    game.play(Move.parse("start northern c4"))
    assert replay(game.record, cards) == game
    assert Game.from_json(game.to_json(), cards) == game


def test_what_the_set_has_already_stays(party: Path) -> None:
    cards = with_form(CARDS, str(party / "forms" / "own.toml"))
    assert with_form(cards, party / "forms" / "own.toml").index == cards.index
    assert compile_cards(party).index["forms"]["own"] == cards.index["forms"]["own"]


def mistakes(file: Path) -> list[Diagnostic]:
    with pytest.raises(CardError) as caught:
        with_form(CARDS, file)
    return [x for x in caught.value.diagnostics if isinstance(x, Diagnostic)]


@pytest.mark.parametrize(
    ("folder", "old", "new", "code", "message"),
    [
        ("forms", '"own"', '"duel"', "K082", "there is another form called 'duel'"),
        ("arenas", '"pond"', '"standard"', "K082", "there is another arena called 'standard'"),
        ("forms", '"pond"', '"sea"', "K083", "there is no arena called 'sea'"),
        ("forms", "flares = 1", "flares = 2", "K093", "the maximum is 1"),
        ("forms", "players", "player", "K091", "unknown key 'player'"),
        ("arenas", '["a1"]', '["i9"]', "K081", "'i9' is no square of this arena"),
    ],
)
def test_mistakes_are_told_at_their_place(
    party: Path, folder: str, old: str, new: str, code: str, message: str
) -> None:
    file = party / folder / "own.toml"
    file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
    found = mistakes(party / "forms" / "own.toml")
    assert [x for x in found if x.code == code and message in x.message and x.source.path == str(file)], found
    if code == "K081":  # the form is not blamed for an arena that cannot be read
        assert {x.source.path for x in found} == {str(file)}


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CardError, match=r"there is no file '.*none.toml'"):
        with_form(CARDS, tmp_path / "none.toml")


def test_an_arena_elsewhere_is_not_found(party: Path) -> None:
    """Only a folder called `forms` has arenas beside it."""
    (party / "forms").rename(party / "plays")
    assert [x.message for x in mistakes(party / "plays" / "own.toml")] == ["there is no arena called 'pond'"]


def test_digests_change_with_what_is_played(party: Path) -> None:
    def digests(form: str, arena: str) -> list[str]:
        (party / "forms" / "own.toml").write_text(form, "utf-8")
        (party / "arenas" / "own.toml").write_text(arena, "utf-8")
        index = with_form(CARDS, party / "forms" / "own.toml").index
        return [index["forms"]["own"]["digest"], index["arenas"]["pond"]["digest"]]

    form, arena = digests(OWN, POND)
    assert len({form, arena}) == 2
    assert {len(form), len(arena)} == {16}
    assert digests(OWN.replace("Deathmatch", "Quick"), POND + "# wet") == [form, arena]
    assert digests(OWN.replace("legends = 2", "legends = 1"), POND)[0] != form
    assert digests(OWN, POND.replace('"c4"', '"c3"'))[1] != arena


def test_a_record_of_another_form_of_that_name_is_refused(party: Path) -> None:
    file = party / "forms" / "own.toml"
    record = Game.new("own", ["northern", "southern"], cards=with_form(CARDS, file)).record
    file.write_text(OWN.replace("legends = 2", "legends = 1"), "utf-8")
    with pytest.raises(Exception, match="form 'own' has changed since"):
        replay(record, with_form(CARDS, file))
