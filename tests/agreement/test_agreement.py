"""Two engines, one meaning: emitted code and the reference interpreter go through the same effect together.

On positions made for the card both must make the same offers, as sets, take the same
answers without asking, and leave the same board, supplies, counters and events. Every
line of the emitted code must be reached: every block, both outcomes of every test.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from agreement.emitted import ARENA, Coverage, EmittedRun, machine
from kalarite.compiler.patterns import drawn
from kalarite.compiler.reference import Match, World, matches, run, summon
from kalarite.dsl import tree as t
from kalarite.runtime.arena import turned_direction
from kalarite.runtime.cards import fitting, hits_of, search_of, sites_of, vectors_at
from kalarite.runtime.move import COMPASS, ORIENTATIONS, square_name
from reference import stage
from reference.planted import carried, planted, scattered, world_of
from reference.stage import being, built_in

CARDS = built_in()
Lanes = tuple[int, int, int]
LEAST, MOST = 60, 600  # positions a card: at least, and at most to reach every line

# What no position can reach, by function: the reason. There the code says what to do when there is nothing to ask.
ALWAYS = "there is always something to ask: "
ARROWS = ALWAYS + "the card's arrows"
OPEN = ALWAYS + "the branch is offered only if it can be done"
UNREACHABLE: dict[str, dict[str, str]] = {
    "angel-of-death": {
        "angel_of_death_effect_1": ALWAYS + "the pieces of the pattern",
        "angel_of_death_effect_2": ALWAYS + "a legendary piece leaps onto any other",
    },
    "demon-of-gluttony": {"demon_of_gluttony_effect_2": ALWAYS + "the square that it has just left is empty"},
    "gate-keeper": {
        "gate_keeper_effect_1": ALWAYS + "the Keeper itself can be upgraded",
        "gate_keeper_effect_2": ALWAYS + "the Keeper itself",
        "gate_keeper_effect_3": OPEN,
    },
    "gate-master": {  # asked only where points are kept apart by color
        "gate_master_effect_2": "here nothing is worth points",
        "gate_master_effect_2_take": "here nothing is worth points",
    },
    "hell-hound": {
        "hell_hound_effect_1": ALWAYS + "pieces of the pattern",
        "hell_hound_effect_then3": "the card is always in play",
    },
    "possessed-summoner": {"possessed_summoner_effect_2": ALWAYS + "a color is asked for only where there is a square"},
    "assassin": {"assassin_effect_2": ALWAYS + "the marked square is empty if nothing was destroyed there"},
    "blood-shaman": {"blood_shaman_effect_1": ALWAYS + "the Shaman itself"},
    "cannon": {"cannon_effect_1": ARROWS},
    "fire-dragon": {"fire_dragon_effect_1": ARROWS},
    "gun-tower": {"gun_tower_effect_1": ARROWS},
    "crystal-mirror": {
        "crystal_mirror_effect_1": ALWAYS + "both branches may be done with nobody",
        "crystal_mirror_effect_3": OPEN,
        "crystal_mirror_effect_5": OPEN,
        "crystal_mirror_effect_then7": "one heroic piece is mirrored and no second one",
    },
    "deathbringer": {f"deathbringer_effect_{n}": OPEN for n in (2, 3, 4)},
    "everfrost-sentinel": {"everfrost_sentinel_effect_1": ALWAYS + "the Sentinel has just been summoned"},
    "glacier-giant": {"glacier_giant_effect_1": ARROWS},
    "ice-wyvern": {"ice_wyvern_effect_1": ALWAYS + "it can leap onto the pieces of the pattern"},
    "polar-bear": {
        "polar_bear_effect_2": ALWAYS + "the square that it has just left is empty",
        "polar_bear_effect_3": ALWAYS + "the square that it has just left is empty",
    },
    "eagle-lord": {"eagle_lord_effect_1": ALWAYS + "it can leap onto a piece of the pattern"},
    "hungry-bear": {"hungry_bear_effect_2": ALWAYS + "the square that it has just left is empty"},
    "legend-slayer": {
        "legend_slayer_effect_1": ALWAYS + "the second branch may be done with nobody",
        "legend_slayer_effect_2": OPEN,
    },
    "ritual-keeper": {
        "ritual_keeper_effect_1": ALWAYS + "the Keeper itself",
        "ritual_keeper_effect_2": ALWAYS + "it stands beside pieces of the pattern, and one can run over the other",
    },
    "ritual-master": {"ritual_master_effect_1": ALWAYS + "the Master itself"},
    "eternal-emperor": {
        "eternal_emperor_effect_1": ALWAYS + "its own warp effect can be copied",
        **dict.fromkeys(("eternal_emperor_warp_2", "eternal_emperor_warp_3", "eternal_emperor_warp_4"), OPEN),
    },
    "paradox-worm": dict.fromkeys((f"paradox_worm_effect_{x}" for x in (2, 3, 4, 5)), OPEN),
    "ziggurat-sentinel": {
        "ziggurat_sentinel_effect_1": ALWAYS + "a move, or a card to copy",
        **dict.fromkeys(
            ("ziggurat_sentinel_effect_2", "ziggurat_sentinel_warp_3", "ziggurat_sentinel_warp_4"),
            OPEN,
        ),
    },
    "iris-of-eternity": {
        "iris_of_eternity_effect_1_take": OPEN,
        "iris_of_eternity_effect_2": OPEN,
        **dict.fromkeys(
            ("iris_of_eternity_effect_3", "iris_of_eternity_effect_3_take"),
            "nothing is worth points on a bare state, so no color is asked for",
        ),
    },
    "warpmaster": dict.fromkeys(("warpmaster_effect_1_take", "warpmaster_effect_2"), OPEN),
    "translocationist": dict.fromkeys(
        ("translocationist_effect_2", "translocationist_effect_4"),
        ALWAYS + "the first piece is offered only while there is a second one",
    ),
    "antimatter-spirit": dict.fromkeys(
        ("antimatter_spirit_warp_3", "antimatter_spirit_warp_5"),
        "a square and a direction are offered only if this can be done behind them",
    ),
    "lesser-shadow-twin": {"lesser_shadow_twin_effect_1": ALWAYS + "the Twin itself"},
    "forest-ancient": {"forest_ancient_effect_2": ALWAYS + "a color is asked for only where there is a square"},
    "kiskin-leafsplitter": {
        "kiskin_leafsplitter_effect_1": ARROWS,
        "kiskin_leafsplitter_effect_3": ARROWS,
    },
    "kiskin-spirit": {"kiskin_spirit_effect_1": ALWAYS + "the pile is not empty there"},
    "tree-shepherd": {"tree_shepherd_effect_1": ALWAYS + "the Shepherd itself"},
    "unicorn": {"unicorn_effect_1": ALWAYS + "the action"},
    "war-drummer": {
        "war_drummer_effect_1": ALWAYS + "the standard moves may be none",
        "war_drummer_effect_2": OPEN,
    },
    "gryphon-rider": {
        "gryphon_rider_effect_1": ALWAYS + "she can leap onto the pieces of the pattern",
        "gryphon_rider_effect_2": ALWAYS + "she stands where she leapt to",
    },
    "hypnotist": {"hypnotist_effect_1": ALWAYS + "both branches may be done with nobody"},
    "infantry-captain": {"infantry_captain_effect_1": ALWAYS + "two pieces of the pattern stand side by side"},
    "leviathan": {"leviathan_effect_1": ALWAYS + "both branches may be done with nothing"},
    "storm-elemental": {"storm_elemental_effect_4": ALWAYS + "a legendary piece can move onto any neighbor"},
    "flare-11": {"flare_11_lower_2": OPEN, "flare_11_lower_3": OPEN},
    "flare-04": {"flare_04_lower_2": OPEN, "flare_04_lower_3": OPEN},
    "flare-05": {"flare_05_upper_2": OPEN, "flare_05_upper_3": OPEN},
    "flare-06": {"flare_06_upper_2": OPEN, "flare_06_upper_3": OPEN},
    "the-eldest-tree": {
        "the_eldest_tree_effect_2": ALWAYS + "a square is offered only if something can be done there",
        "the_eldest_tree_effect_3": OPEN,
        "the_eldest_tree_effect_4": OPEN,
        "the_eldest_tree_effect_5": OPEN,
    },
}


# Positions that chance does not bring: drawing, where its lower left corner is, square of the summoning.
MADE = {
    "Ritual Master": [("h.. ... h.h", "c7", "d8")],
    "Acolyte of Destruction": [("h.h ... .h.", "d5", "e8")],
}


def positions(card: t.Card, seed: str) -> Iterator[tuple[World, str, Match | None]]:
    """Positions just before a part of the card is run, without end."""
    random = Random(seed)
    for drawing, at, square in MADE.get(card.name, ()):
        world = stage.world(drawing, at)
        (match, *_) = [x for x in matches(card, world) if x.square == square]
        summon(world, card, match)
        world.events.clear()
        yield world, "effect", match
    alone = [x.name for x in card.parts if x.name != "effect"]
    while True:
        for name in alone:
            colors = random.choice([2, 3])
            count = random.choice([0, 3, 10, 30, 69])
            yield world_of(scattered(colors, random, count), colors, random), name, None
        found = planted(card, random) if len(alone) < len(card.parts) else None
        if found is not None:
            world, match, pick_up = found
            summon(world, card, match, pick_up)
            crowd(world, match, random)
            carried(card, world, match, random)
            world.events.clear()
            world.destroyed.clear()
            yield world, "effect", match


def crowd(world: World, match: Match, random: Random) -> None:
    """In some positions nobody can move: all other squares hold enemy pieces of the highest rank, or nearly all."""
    if random.random() < 0.2:
        ranks, share = random.choice([(2,), (1, 2), (0,)]), random.choice([0.97, 1])
        for square in sorted(world.arena.squares - set(world.squares)):
            if random.random() < share:
                world.squares[square] = (1, random.choice(ranks))
        if random.random() < 0.5:  # no own piece of low rank left beside the being
            least = random.choice([1, 2])
            for square, (color, rank) in sorted(world.squares.items()):
                if color == world.me and square != match.square:
                    world.squares[square] = (color, max(rank, least))


def agree(card: t.Card, world: World, part: str, match: Match | None, random: Random) -> None:
    """Run both with the same answers to the end."""
    said = f"{card.name} {part} at {match and match.square}, {world.squares}, {world.supply}"
    emitted = EmittedRun(card, part, world, match)
    reference = run(card, part, world, match)
    offer = next(reference, None)
    answers: list[str] = []
    while True:
        there = emitted.offer()
        assert there == offer, f"{said}, after {answers}: emitted {there}, reference {offer}"
        if offer is None:
            break
        answer = choice(random, offer)
        answers.append(answer)
        emitted.answer(answer)
        try:
            offer = reference.send(answer)
        except StopIteration:
            offer = None
    emitted.ends_as(world, f"{said}, after {answers}")


def choice(random: Random, offer: frozenset[str]) -> str:
    """Any answer, `stop` only now and then, so that effects go on."""
    answers = sorted(offer - {"stop"})
    return "stop" if not answers or ("stop" in offer and random.random() < 0.12) else random.choice(answers)


@pytest.mark.parametrize("name", sorted(CARDS))
def test_emitted_code_and_reference_agree_and_every_line_is_reached(name: str) -> None:
    card, coverage = CARDS[name], Coverage()
    random = Random(f"answers of {name}")
    known = UNREACHABLE.get(name, {})
    missing: list[str] = []
    slow = any(isinstance(x, t.Linked) for x in t.walk(card.parts))  # the reference tries every way anew
    with coverage.watch():
        for n, (world, part, match) in enumerate(positions(card, f"positions of {name}")):
            agree(card, world, part, match, random)
            if n >= (15 if slow else LEAST) and n % (5 if slow else 20) == 0:
                missing = [x for x in coverage.missing(machine(card, 2)) if x.split(":")[0] not in known]
                if not missing or n >= MOST:
                    break
    assert not missing, f"never reached: {missing}"


@pytest.mark.parametrize("name", sorted(x for x in CARDS if CARDS[x].kind != "flare"))
def test_lanes_find_the_matches_of_brute_force(name: str) -> None:
    card = CARDS[name]
    random = Random(f"matches of {name}")
    for _ in range(25):
        found = planted(card, random)
        if found is not None:
            world = found[0]
            assert set(by_lanes(card, world)) == {
                (x.square, x.orientation, x.used, x.marks, x.arrows, x.crosses) for x in matches(card, world)
            }


def by_lanes(card: t.Card, world: World) -> Iterator[tuple[object, ...]]:
    """The matches that the emitted match function finds."""
    board = {
        rank: ARENA.mask_of(tuple(s for s, (c, r) in world.squares.items() if c == world.me and r >= rank))
        for rank in range(3)
    }
    assert card.rank is not None
    allowed = ARENA.mask & ~ARENA.mask_of(tuple(s for s, (_, r) in world.squares.items() if r > card.rank))
    lanes = [ARENA.lanes_of(board[rank]) for rank in range(3)]
    shape = drawn(card)
    if card.summoning is not None:
        yield from elsewhere(card, world, lanes)
        return
    for lane, square in hits_of(ARENA, machine(card, world.colors).match(*lanes, ARENA.lanes_of(allowed))):
        used = ARENA.names_of(vectors_at(ARENA, lane, square, [x[:2] for x in shape.cells]))
        marks = ARENA.names_of(vectors_at(ARENA, lane, square, shape.marks))
        arrows = frozenset(COMPASS[turned_direction(lane, d)] for d in shape.directions)
        crosses = ARENA.names_of(vectors_at(ARENA, lane, square, shape.second_marks))
        yield square_name(square), ORIENTATIONS[lane], frozenset(used), frozenset(marks), arrows, frozenset(crosses)


def elsewhere(card: t.Card, world: World, lanes: list[int]) -> Iterator[tuple[object, ...]]:
    """The same for a being that is summoned outside its pattern: on every square of the kind."""
    assert card.summoning is not None and card.rank is not None
    shape = drawn(card)
    sites = sites_of(ARENA, card.summoning.adjectives, ARENA.mask_of(tuple(world.squares)))
    names = [x for x in ARENA.names_of(sites) if x not in world.squares or world.rank(x) <= card.rank]
    for lane, square in hits_of(ARENA, machine(card, world.colors).match(*lanes, ARENA.lanes_of(ARENA.mask))):
        used = ARENA.names_of(vectors_at(ARENA, lane, square, [x[:2] for x in shape.cells]))
        for site in names:
            yield site, ORIENTATIONS[lane], frozenset(used), frozenset[str](), frozenset[str](), frozenset[str]()


@pytest.mark.parametrize("name", sorted(x for x, c in CARDS.items() if c.kind != "flare" and c.summoning is None))
def test_the_engine_finds_stand_ins_as_brute_force_does(name: str) -> None:
    card, random = CARDS[name], Random(f"stand-ins of {name}")
    shape, helped = drawn(card), 0
    facts = {"cells": shape.cells, "base": shape.base, "lanes": shape.lanes}
    for _ in range(25):
        found = planted(card, random)
        if found is None:
            continue
        world, match, _ = found
        most = min(random.choice([1, 1, 2]), len(match.used))
        for square in random.sample(sorted(match.used), most):
            world.squares[square] = (random.randrange(1, world.colors), world.squares[square][1])
        if shape.base is not None and random.random() < 0.3:
            world.squares[match.square] = (1, shape.base)
        world.stand_ins = random.choice([0, 1, 2])
        own, others, allowed = sides(card, world)
        hits = fitting(search_of(facts), allowed, own, others, world.stand_ins)
        wanted = {(x.square, x.orientation) for x in matches(card, world)}
        assert {(square_name(s), ORIENTATIONS[lane]) for lane, s in hits_of(ARENA, hits)} == wanted
        helped += (match.square, match.orientation) in wanted
    assert helped


def sides(card: t.Card, world: World) -> tuple[Lanes, Lanes, int]:
    """The lanes of own and of other pieces by least rank, and of the squares where the being may stand."""

    def lanes(own: bool, least: int) -> int:
        names = [s for s, (c, r) in world.squares.items() if (c == world.me) == own and r >= least]
        return ARENA.lanes_of(ARENA.mask_of(tuple(names)))

    assert card.rank is not None
    higher = ARENA.mask_of(tuple(s for s, (_, r) in world.squares.items() if r > card.rank))
    own, others = ((lanes(x, 0), lanes(x, 1), lanes(x, 2)) for x in (True, False))
    return own, others, ARENA.lanes_of(ARENA.mask & ~higher)


@pytest.mark.parametrize("name", sorted(x for x, c in CARDS.items() if c.kind != "flare" and c.summoning is None))
def test_the_engine_finds_patterns_of_other_colors_as_brute_force_does(name: str) -> None:
    card, random = CARDS[name], Random(f"as own of {name}")
    entry, found = machine(card, 3), 0
    for _ in range(15):
        drawn_ = planted(card, random, 3)
        if drawn_ is None:
            continue
        world, match, _ = drawn_
        world.as_own = random.choice([{1}, {2}, {1, 2}])
        for square in match.used:
            world.squares[square] = (random.choice(sorted(world.as_own)), world.squares[square][1])
        if random.random() < 0.2:
            world.squares[min(match.used)] = (0, 1)
        if drawn(card).base is not None:
            world.squares[match.square] = (min(world.as_own), drawn(card).base or 0)
        own = [
            ARENA.lanes_of(
                ARENA.mask_of(tuple(s for s, (c, r) in world.squares.items() if c in world.as_own and r >= x))
            )
            for x in range(3)
        ]
        higher = ARENA.mask_of(tuple(s for s, (_, r) in world.squares.items() if r > (card.rank or 0)))
        hits = entry.match(*own, ARENA.lanes_of(ARENA.mask & ~higher))
        wanted = {(x.square, x.orientation) for x in matches(card, world)}
        assert {(square_name(s), ORIENTATIONS[lane]) for lane, s in hits_of(ARENA, hits)} == wanted
        found += (match.square, match.orientation) in wanted
    assert found


def test_a_being_without_an_effect_is_found_when_its_deck_holds_nothing_else() -> None:
    card = replace(CARDS["gryphon-rider"], parts=(), pattern=t.Pattern(("@c",)))
    board = ARENA.lanes_of(ARENA.mask_of(("e5",)))
    hits = machine(card, 2).match(board, 0, 0, ARENA.lanes_of(ARENA.mask))
    assert {square_name(square) for _, square in hits_of(ARENA, hits)} == {"d5", "f5", "e4", "e6"}


def test_a_copy_of_the_world_is_what_both_work_on() -> None:
    """The harness itself: running on a copy leaves the original alone."""
    card = CARDS["bomb"]
    world, part, match = next(positions(card, "harness"))
    before = deepcopy(world.squares)
    EmittedRun(card, part, world, match)
    assert world.squares == before


# Tests and phrases that tasks need, in effects: what no shipped being has.
COUNTED = (
    "destroy all enemy pieces adjacent to at least 2 own pieces",
    "upgrade 1 own common piece orthogonally adjacent to at least 1 enemy piece",
    "if no enemy pieces adjacent to own pieces or at least 2 more enemy than own pieces\n  destroy 1 piece",
    "if at least 3 own pieces and some enemy upgraded piece within 3\n  gain 1 action\notherwise\n  gain 2 actions",
    "destroy up to 2 enemy pieces reaching no own pieces in 1 step through empty squares",
    "combat move with 1 own piece reaching enemy legendary pieces through colorless squares",
    "choose 1 own piece as friend\n"
    "with each of up to 2 enemy pieces reaching pieces other than friend through own pieces\n"
    "  downgrade it\n  if some enemy heroic piece adjacent to it\n    upgrade friend",
    "destroy 1 enemy piece\nif some enemy upgraded piece destroyed this turn\n  gain 1 action",
    "if some upgraded being summoned on colorless squares this turn\n  place 1 common piece adjacent",
)


# What pieces are and were not, opponents compared, actions lost: what few shipped beings have.
ASKED = (
    "may destroy 1 piece adjacent\nif it was not legendary and your deck is not empty\n  upgrade 1 own piece as risen\n"
    "  if risen is legendary\n    gain 1 action",
    "choose 1 piece within 2 as other\nmay upgrade other\n"
    "if other is not upgraded or self is legendary\n  destroy other\n"
    "may lose 2 actions\nif you do\n  upgrade self",
    "with each of up to 3 pieces\n  if it is not heroic\n    upgrade it",
    "place 1 enemy common piece adjacent to their pieces\n"
    "if you do\n  count only their pieces as own in the next pattern",
    "place up to 2 enemy common pieces within 3 adjacent to their pieces\ndestroy 2 of their pieces\n"
    "may count only their pieces as own in the next pattern",
    "may\n  place 2 enemy common pieces adjacent to their upgraded pieces\n  place 1 common piece adjacent",
    "may upgrade self\nif self is legendary\n  count this summoning as legendary\n"
    "if some legendary being summoned this turn\n  gain 1 action\nmay count this summoning as legendary",
    "choose 1 square within 3 as goal\ncombat move with each of up to 2 pieces, toward goal, never onto goal\n"
    "standard move any number, toward goal",
    "choose 1 piece as goal\nin any order, up to 3\n  standard move up to 1 with own pieces, toward goal\n"
    "  combat move up to 2 with own pieces, toward goal",
    "choose 1 enemy piece\nmay\n  combat leap with 1 own piece, toward it\n  standard move 2 with it, toward self",
    "if an opponent has more common pieces\n  place 1 common piece\notherwise\n  lose 2 actions",
    "either\n  lose 1 action\nor\n  gain 1 action\nif your pile is not empty\n  combat move",
    "either\n  place 1 enemy common piece adjacent\nor\n  gain 1 action\nor\n  place 1 enemy piece\n"
    "may\n  place 1 enemy heroic piece\n  upgrade self",
)


# Pieces that leave the game or become an enemy's, actions that others lose: what few shipped beings have.
GIVEN = (
    "may destroy 1 piece adjacent, counted twice, out of the game\nif it was heroic\n  place 1 heroic piece\n"
    "destroy up to 2 pieces within 2, out of the game\nif that destroyed enemy pieces\n  gain 1 action",
    "convert self into enemy common\nif you do\n  gain 1 action\notherwise\n  upgrade self",
    "choose 1 piece within 2 as other\nmay convert other into enemy heroic as lost\n"
    "if lost was common\n  destroy lost\nif lost was on red squares\n  downgrade lost",
    "either\n  convert self into enemy legendary\n  destroy it\nor\n  may each opponent loses 2 actions\n"
    "  if you do\n    standard move\neach opponent loses 1 action",
)


@pytest.mark.parametrize("effect", GIVEN)
def test_both_engines_give_alike(effect: str) -> None:
    card, random = being(effect), Random(effect)
    for world, part, match in islice(positions(card, effect), LEAST):
        agree(card, world, part, match, random)


# Rounds, what the summoning struck, turned directions, crossed squares: what few shipped beings have.
ROUNDS = (
    "repeat\n  standard move with 1 own piece other than self, in an arrow direction",
    "choose 1 piece as one\nrepeat while some enemy piece adjacent to one\n  may combat move with one\n"
    "  if that destroyed pieces\n    place 1 common piece adjacent to one\n  otherwise\n    gain 1 action",
    "repeat\n  either\n    may destroy 1 enemy piece adjacent\n  or\n    upgrade 1 own common piece adjacent",
    "combat move, within 45 degrees of an arrow direction\nrepeat\n"
    "  may combat move up to 2, within 45 degrees of that direction, never onto own pieces",
    "if the summoning destroyed enemy pieces\n  gain 1 action\n"
    "if the summoning destroyed own common pieces or the summoning destroyed heroic pieces\n  destroy 1 piece\n"
    "if the summoning destroyed no pieces\n  gain 2 actions",
    "for each enemy color\n  destroy 1 of their pieces on crossed squares\n  gain 1 action\n"
    "with each of all pieces on or adjacent to crossed squares\n  may downgrade it",
    "with each of any number of pieces on marked squares\n  may destroy 1 piece opposite it\n  if you do\n"
    "    place 1 common piece opposite it\n  otherwise\n    combat move with it, in an arrow direction",
)


# Markers: given, followed, spoken of in every place, lost and gone.
MARKED = (
    "make self the crown\nmay combat move with the crown\nif the crown is on green squares\n  upgrade the crown",
    "destroy the crown\nif you do\n  make 1 own common piece the crown\notherwise\n  make self the crown\n"
    "if self is not the crown\n  gain 1 action",
    "may make up to 1 own non-legendary piece adjacent the crown\nif you do\n  upgrade it\n"
    "destroy 1 piece other than the crown adjacent to the crown",
    "upgrade the crown as risen\nif risen is the crown\n  gain 1 action\n"
    "combat leap with 1 own piece, only onto the crown\ndowngrade the crown",
    "combat move with each of up to 3 own pieces, toward the crown, never onto the crown",
    "place 1 common piece within 2 from the crown\nmake it the crown\nif the crown is not heroic\n"
    "  standard move 2 with the crown",
    "destroy all pieces on or adjacent to the crown\neither\n  make self the crown\nor\n  gain 1 action",
    "convert 1 enemy piece\nmake it the crown\nif it is the crown\n  choose 1 enemy piece\n  make it the crown\n"
    "  if you do\n    gain 1 action",
    "with each of up to 2 own pieces\n  make it the crown\n  downgrade the crown",
)


@pytest.mark.parametrize("effect", MARKED)
def test_both_engines_know_who_carries_a_marker(effect: str) -> None:
    card, random = being(effect), Random(effect)
    for world, part, match in islice(positions(card, effect), LEAST):
        for color in range(world.colors):
            own = sorted(x for x, (owner, _) in world.squares.items() if owner == color)
            if own and random.random() < 0.7:
                world.markers["crown", color] = world.follow(random.choice(own))
        agree(card, world, part, match, random)


@pytest.mark.parametrize("effect", ROUNDS)
@pytest.mark.parametrize("pattern", ["**c++/**@++/**c++", ".++@/*..c/*c.."])
def test_both_engines_go_their_rounds_alike(effect: str, pattern: str) -> None:
    card, random = being(effect, arrows="N E", pattern=pattern), Random(effect)
    for world, part, match in islice(positions(card, effect), LEAST):
        agree(card, world, part, match, random)


@pytest.mark.parametrize("effect", ASKED)
def test_both_engines_ask_alike(effect: str) -> None:
    card, random = being(effect), Random(effect)
    for world, part, match in islice(positions(card, effect), LEAST):
        agree(card, world, part, match, random)


@pytest.mark.parametrize("effect", COUNTED)
def test_both_engines_count_alike_in_effects(effect: str) -> None:
    card, random = being(effect), Random(effect)
    for world, part, match in islice(positions(card, effect), LEAST):
        agree(card, world, part, match, random)
