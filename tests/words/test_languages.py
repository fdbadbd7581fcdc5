"""Every language: what its folder must hold, grammar that can be checked, no text for two meanings, spans that fit."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from kalarite.compiler import language as module
from kalarite.compiler.deck import load_decks
from kalarite.compiler.grounds import grounded, translated
from kalarite.compiler.language import Language, LanguageError, languages, load_language
from kalarite.compiler.words import PartText, kind_of, plain_text, words
from kalarite.dsl import tree as t
from words.test_words import ARROWS, CARDS, CLAIMS, HANDLERS, REST, SAID, being, meaning, phrases, task

ROOT = Path(__file__).resolve().parents[2]
FOREIGN = [x for x in languages() if x != "en"]
DECKS = sorted({x.parent.name for x in CARDS})

# What the glossary asks for, and constructs that agree with a noun: effect, how it reads.
READS = {
    "it": {
        "may destroy 1 enemy piece adjacent": "Puoi distruggere 1 pezzo nemico adiacente.",
        "upgrade 1 own common piece": "Promuovi 1 dei tuoi pezzi comuni.",
        "combat move up to 3": "Probe può fare fino a 3 mosse di combattimento.",
        "combat leap 2": "Probe fa 2 salti di combattimento.",
        "standard move up to 2 with own pieces": "Fai fino a 2 mosse standard usando i tuoi pezzi.",
        "place 2 heroic pieces": "Piazza 2 pezzi eroici del tuo colore su quadrati vuoti.",
        "convert 1 enemy heroic piece": "Converti 1 pezzo nemico eroico in un tuo pezzo dello stesso grado.",
        "convert 2 enemy pieces into common": "Converti 2 pezzi nemici in tuoi pezzi comuni.",
        "upgrade self\nif you do\n  gain 1 action": "Promuovi Probe. Se lo fai, guadagni 1 azione.",
        "upgrade self\nif you do not\n  gain 2 actions": "Promuovi Probe. Se non lo fai, guadagni 2 azioni.",
        "destroy all heroic pieces within 2": "Distruggi tutti i pezzi eroici fino a distanza 2.",
        "destroy 1 piece other than self": "Distruggi 1 pezzo diverso da Probe.",
        "destroy 2 pieces other than self": "Distruggi 2 pezzi diversi da Probe.",
        "destroy all legendary pieces": "Distruggi tutti i pezzi leggendari.",
        "destroy 1 piece, not counted": "Distruggi 1 pezzo; non conta come distrutto da te.",
        "destroy 2 pieces, counted twice": "Distruggi 2 pezzi (ciascuno conta come 2 pezzi distrutti).",
        "destroy 1 piece on red squares": "Distruggi 1 pezzo su un quadrato rosso.",
        "destroy 2 pieces on green squares": "Distruggi 2 pezzi su quadrati verdi.",
        "destroy 1 enemy piece on marked squares": "Distruggi il pezzo nemico sul quadrato marcato.",
        "destroy all pieces adjacent to own pieces": "Distruggi tutti i pezzi adiacenti a uno dei tuoi pezzi.",
        "choose 1 piece\nmay upgrade it": "Scegli 1 pezzo. Puoi promuoverlo.",
        "destroy 1 piece adjacent to the gateway": "Distruggi 1 pezzo adiacente al tuo Portale.",
        "destroy 2 pieces, counted twice, out of the game": (
            "Distruggi 2 pezzi (ciascuno conta come 2 pezzi distrutti) e rimuovili dal gioco."
        ),
        "choose 1 piece as a\nchoose 1 piece as b\ndestroy all pieces adjacent to a": (
            "Scegli 1 pezzo. Fai di nuovo lo stesso. Distruggi tutti i pezzi adiacenti al primo pezzo scelto."
        ),
        "combat leap up to 2, only onto empty red squares": (
            "Probe può fare fino a 2 salti di combattimento, ciascuno su un quadrato rosso vuoto."
        ),
        "combat move up to 2, only onto empty red squares": (
            "Probe può fare fino a 2 mosse di combattimento, ciascuna su un quadrato rosso vuoto."
        ),
    },
    "zh": {
        "may destroy 1 enemy piece adjacent": "你可以摧毁 1 枚相邻的敌方棋子。",
        "upgrade 1 own common piece": "升级你的 1 枚普通棋子。",
        "combat move up to 3": "Probe 可以进行至多 3 次战斗移动。",
        "combat leap 2": "Probe 进行 2 次战斗跳跃。",
        "standard move up to 2 with own pieces": "用你的棋子进行至多 2 次标准移动。",
        "place 2 heroic pieces": "在空格上放置 2 枚你的颜色的英雄棋子。",
        "convert 1 enemy heroic piece": "将 1 枚敌方英雄棋子转化为你的同等级棋子。",
        "upgrade self\nif you do\n  gain 1 action": "升级 Probe。若如此做，你获得 1 个行动。",
        "destroy all heroic pieces within 2": "摧毁距离不超过 2 的所有英雄棋子。",
        "destroy 1 piece other than self": "摧毁 1 枚 Probe 以外的棋子。",
        "either\n  upgrade self\nor\n  gain 1 action": "二选一：升级 Probe，或你获得 1 个行动。",
        "choose 1 empty square\nplace 1 common piece on it": "选择 1 个空格。在该格上放置 1 枚你的颜色的普通棋子。",
        "standard move with each of up to 2 own pieces": "用你的至多 2 枚棋子各进行 1 次标准移动。",
        "choose 1 piece as a\nchoose 1 piece as b\ndestroy all pieces adjacent to a": (
            "选择 1 枚棋子。重复此步骤一次。摧毁与第 1 枚所选的棋子相邻的所有棋子。"
        ),
        "with each of up to 3 squares adjacent\n  destroy 1 piece on it": (
            "对至多 3 个相邻的格逐个执行：摧毁位于该格上的棋子。"
        ),
    },
}

# What no text of a language may have; {name} stands for the card's name.
NEVER = {
    "en": [r"\ba [aeiou]", r"\ban [^aeiou]", r"a\(n\)"],
    "it": [
        r"\b(un|una|il|la|1) \w+zzi\b|\b(una|la|le) pezz|\b[2-9] (pezzo|quadrato|mossa|azione|salto|carta|turno)\b",
        r"\b1 (pezzi|quadrati|mosse|azioni|salti|carte|turni)\b|\b(i|dei|tuoi) (pezzo|quadrato)\b",
        r"\b(di|a|da|su|in) (il|lo|la|i|gli|le|l')\b(?! )|\b(di|a|da|su|in) (il|lo|la|i|gli|le) ",
        r"\bun \w+a\b(?<!qualsiasi)|\ba a",
        r"\bpezz[oi]( \w+o| \w+i| \w+e)* (nemica|nemiche|eroica|eroiche|comuna|leggendaria|promossa|vuota)\b",
        r"\bpezzo (nemici|comuni|eroici|leggendari|promossi|diversi|adiacenti)\b",
        r"\bpezzi (nemico|comune|eroico|leggendario|promosso|diverso|adiacente)\b",
        r"\bmoss[ae] (standard|di combattimento), (tutti|ciascuno)",
        r"\bsalt[oi] (standard|di combattimento), (tutte|ciascuna)",
        r"\bpuoi \w+(gi|vi|za|da)\b",
    ],
    "zh": [
        r"[A-Za-z]",
        r"[,;:()!?]|\.(?!$)",
        r"[\u4e00-\u9fff][0-9]|[0-9][\u4e00-\u9fff]",
        r"[0-9] (棋子|格|移动|跳跃|行动|牌|回合|普通|英雄|传奇|敌方|相邻)",
        r"的的|上上|用用|你可以你|空的格|[，；：。]{2}",
        r"(枚|个|张|次)(枚|个|张|次)",
    ],
}


def all_probes() -> Iterator[t.Card]:
    yield from (being(x) for x in SAID)
    yield from (being(x, extra="\narrows N NE\n") for x in ARROWS)
    yield from (being(f"{x} as a\nupgrade 1 own common piece as b\ndestroy a") for x in HANDLERS)
    yield from (being(x, "c@*") for x in REST)
    yield from (meaning(task(x)) for x in CLAIMS)


def ready(cards: list[t.Card], language: str) -> list[t.Card]:
    """Those of which the language has every term; the others are told by `test_no_term_is_missing`."""
    found: list[t.Card] = []
    for card in cards:
        with suppress(LanguageError):
            plain_text(card, language)
            kind_of(card, language)
            found.append(card)
    return found


@pytest.fixture(scope="module")
def cards() -> list[tuple[str, str, t.Card]]:
    """Deck, name of the file, meaning."""
    return [(x.parent.name, x.stem, meaning(x.read_bytes())) for x in CARDS]


@pytest.mark.parametrize("language", FOREIGN)
def test_no_term_is_missing(language: str) -> None:
    missing = load_language(language).missing(load_language())
    assert not missing, f"languages/{language} has no pattern for {', '.join(missing)}"


@pytest.mark.parametrize("language", FOREIGN)
def test_no_translation_is_idle(language: str, cards: list[tuple[str, str, t.Card]]) -> None:
    """A name or ruling that has changed in English is no longer found by its translation."""
    decks, _ = load_decks([ROOT / "cards"])
    there = {x.title for deck in decks for x in (deck, *deck.playable)} | {x for deck in decks for x in deck.markers}
    there |= {tomllib.loads(x.read_text("utf-8"))["title"] for x in (ROOT / "cards" / "forms").glob("*.toml")}
    for _, _, card in cards:
        there |= {card.name, *(grounded(x.text).text for x in card.rulings)}
        there |= {grounded(x.title).text for x in card.examples}
    idle = load_language(language).translations.keys() - there
    assert not idle, f"languages/{language} translates what is said nowhere: {sorted(idle)}"


def test_a_ruling_is_shown_in_the_language_that_has_it(cards: list[tuple[str, str, t.Card]]) -> None:
    card = next(x for _, name, x in cards if name == "knight")
    own = load_language("it")
    shown = [translated(x.text, own) for x in card.rulings]
    assert [x.ground for x in shown] == ["R6.38", "R6.4"]
    assert shown[1].text == "Le mosse possono cambiare direzione, e Knight può fermarsi dopo una qualsiasi."
    other = translated("A ruling of ones own. [R6.4]", own)
    assert (other.text, other.ground) == ("A ruling of ones own.", "R6.4")


@pytest.mark.parametrize(("language", "effect"), [(x, y) for x in READS for y in READS[x]])
def test_reads_as_written_here(language: str, effect: str) -> None:
    pattern = "c@*" if "marked" in effect else "c@c"
    if not ready([being(effect, pattern)], language):
        pytest.skip("terms are missing")
    assert plain_text(being(effect, pattern), language) == READS[language][effect]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("language", FOREIGN)
def test_snapshot(
    language: str, deck: str, golden: Callable[[str, str], None], cards: list[tuple[str, str, t.Card]]
) -> None:
    own = [card for folder, _, card in cards if folder == deck]
    if len(ready(own, language)) < len(own):
        pytest.skip("terms are missing")
    said = [f"{card.name} ({kind_of(card, language)})\n{plain_text(card, language)}\n" for card in own]
    golden(f"languages/{language}/{deck}.txt", "\n".join(said))


@pytest.mark.parametrize("language", languages())
def test_grammar(language: str, cards: list[tuple[str, str, t.Card]]) -> None:
    names = re.compile("|".join(sorted(["Probe", "crown", *(x[2].name for x in cards)], key=len, reverse=True)))
    for card in ready([*(x[2] for x in cards), *all_probes()], language):
        for text in (
            *(x for part in words(card, language) for x in (part.heading, part.text)),
            kind_of(card, language),
        ):
            bare = names.sub("§", text)
            assert not re.search(r"[{}\[\]<>|]|\s\s|^\s|\s$|\s[.,;:。，]|[\ue000-\ue002]", text), text
            for pattern in NEVER[language]:
                found = re.search(pattern, bare)
                assert not found, f"{card.name}: '{found and found[0]}' by {pattern} in: {text}"


@pytest.mark.parametrize("language", languages())
def test_every_statement_has_its_words(language: str, cards: list[tuple[str, str, t.Card]]) -> None:
    for card in ready([*(x[2] for x in cards), *all_probes()], language):
        english = words(card)
        for part, model in zip(words(card, language), english, strict=True):
            assert sorted(x[0] for x in part.spans) == sorted(x[0] for x in model.spans)
            assert [x[0] for x in part.spans] == [x[0] for x in model.spans], "statements keep their order"
            _nested_and_full(part)


def _nested_and_full(part: PartText) -> None:
    """Spans lie one inside the other or apart, and hold words that no one put between statements."""
    for label, start, end in part.spans:
        assert 0 <= start < end <= len(part.text)
        assert part.of(label) == part.of(label).strip()
        assert part.text[end] not in "'" or end == len(part.text)
        assert all(not start < a < end < b for _, a, b in part.spans)
        cut = (start and part.text[start - 1].isascii() and part.text[start - 1 : start + 1].isalnum()) or (
            part.text[end - 1].isascii()
            and part.text[end - 1 : end + 1].isascii()
            and part.text[end - 1 : end + 1].isalnum()
        )
        assert not cut, f"'{part.of(label)}' begins or ends within a word of: {part.text}"


@pytest.mark.parametrize("language", languages())
def test_cards_of_different_meaning_read_differently(language: str, cards: list[tuple[str, str, t.Card]]) -> None:
    seen: dict[str, t.Card] = {}
    for card in ready([x[2] for x in cards], language):
        claim = card.task and replace(card.task, sort="", advanced=False, points=1)
        bare = replace(
            card, name="X", rank=1, pattern=None, arrows=(), rulings=(), examples=(), kind="being", task=claim
        )
        text = plain_text(replace(bare, pattern=card.pattern), language)
        assert seen.setdefault(text, bare) == bare, f"{card.name}: {text}"


@pytest.mark.parametrize("language", FOREIGN)
def test_phrases_that_differ_read_differently(language: str) -> None:
    seen: dict[str, str] = {}
    for effect in phrases():
        text = plain_text(being(effect, "*@*", "\narrows N\n"), language)
        assert seen.setdefault(text, effect) == effect, text
    probes: dict[str, t.Card] = {}
    for card in ready([*all_probes()], language):
        bare = replace(card, pattern=None, arrows=())
        text = plain_text(replace(bare, pattern=card.pattern), language)
        assert probes.setdefault(text, bare) == bare, text


# ---------------------------------------------------------------- folders


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Path]]:
    """`folder(edit)`: a language `xx` in a temporary folder, made from the English by `edit`, a function of text."""
    (tmp_path / "en").symlink_to(module.FOLDER / "en")

    def make(edit: Callable[[str], str]) -> Path:
        (tmp_path / "xx").mkdir()
        for path in (module.FOLDER / "en").glob("*.toml"):
            (tmp_path / "xx" / path.name).write_text(edit(path.read_text("utf-8")), "utf-8")
        monkeypatch.setattr(module, "FOLDER", tmp_path)
        load_language.cache_clear()
        return tmp_path / "xx"

    yield make
    monkeypatch.undo()
    load_language.cache_clear()


def _whole(folder: Callable[..., Path], *edits: tuple[str, str]) -> str:
    """The mistake that the language has after these replacements, each of which must find its text."""

    def edit(text: str) -> str:
        for old, new in edits:
            text = text.replace(old, new)
        return text

    folder(edit)
    with pytest.raises(LanguageError) as found:
        load_language("xx")
    return str(found.value)


def test_a_language_is_a_folder(folder: Callable[..., Path]) -> None:
    """Three forms of number, nouns in two classes, the verb last, and not a line of Python."""
    changes = [
        ('plural = "n != 1"', 'plural = "n == 1 ? 0 : n == 2 ? 1 : 2"\nclasses = ["ka", "mo"]\ninner = ["all"]'),
        ("forms = 2", "forms = 3"),
        ('piece = "[piece|pieces]"', 'piece = { text = "tok[|u|i]", class = "ka" }'),
        ('square = "[square|squares]"', 'square = { text = "pal[|u|i]", class = "mo" }'),
        ('destroy = "destroy {what}"', 'destroy = "{what} ze(t|ti)"'),
        ('choose = "choose {what}"', 'choose = "{what} vi(t|ti)"'),
        ('you_may = "you may {verb}"', 'you_may = "po {verb}"'),
        ('exactly = "{n} [{one}|{many}]"', 'exactly = "[{one}|{many}] {class}-{n}"'),
        ('all = "all {many}"', 'all = "{many} <kal|mol>"'),
        ('near_any = "adjacent {}"', 'near_any = "ne<k|m>[a|u|i] {}"'),
        ('empty = "empty {}"', 'empty = "o<k|m>[a|u|i] {}"'),
    ]

    def edit(text: str) -> str:
        for old, new in changes:
            text = text.replace(f"\n{old}", f"\n{new}")
        return "\n".join(_three_forms(line) for line in text.split("\n"))

    folder(edit)
    assert languages() == ("en", "xx")
    assert plain_text(being("destroy 1 piece"), "xx") == "Tok ka-1 zet."
    assert plain_text(being("may destroy 2 pieces adjacent"), "xx") == "Po neku toku ka-2 zeti."
    assert plain_text(being("choose 1 empty square adjacent"), "xx") == "Nema oma pal mo-1 vit."
    assert plain_text(being("destroy all pieces adjacent"), "xx") == "Neku toku kal zet."
    for part in words(being("may destroy 2 pieces adjacent"), "xx"):
        assert part.sentences == (("s1", "Po neku toku ka-2 zeti"), ("s2", "neku toku ka-2 zeti"))


def _three_forms(line: str) -> str:
    """A pattern of two forms with the second one twice."""
    return re.sub(r"\[([^\[\]|]*)\|([^\[\]|]*)\]", r"[\1|\2|\2]", line) if "=" in line else line


def test_what_is_not_there_is_told_when_it_is_needed(folder: Callable[..., Path]) -> None:
    folder(lambda text: text.replace('upgrade = "upgrade {what}"\n', ""))
    assert load_language("xx").missing(load_language()) == ("verb.upgrade",)
    assert plain_text(being("destroy 1 piece"), "xx") == "Destroy 1 piece."
    with pytest.raises(LanguageError, match=r"'xx' has no pattern 'verb.upgrade'; add it .* languages/xx"):
        plain_text(being("upgrade self"), "xx")


def test_mistakes_of_a_language_are_told(folder: Callable[..., Path]) -> None:
    said = _whole(
        folder,
        ('upgrade = "upgrade {what}"', 'upgrade = "upgrade {who}"'),
        ('downgrade = "downgrade {what}"', 'downgrade = "downgrade"'),
        ('choose = "choose {what}"', 'chose = "choose {what}"'),
        ('piece = "[piece|pieces]"', 'piece = "[piece|pieces|pieceses]"'),
        ('square = "[square|squares]"', 'square = "squar<e|a>"'),
    )
    assert "'verb.upgrade' and the pattern of 'en' do not have the same slots: {what}, {who}" in said
    assert "'verb.downgrade' and the pattern of 'en' do not have the same slots: {what}" in said
    assert "'verb.chose' is said nowhere" in said
    assert "'head.piece' offers 3 in [...], where this language needs 2" in said
    assert "'head.square' offers 2 in <...>, where this language needs 0" in said


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('piece = "[piece|pieces]"', 'piece = "[piece|pieces"', "'head.piece': a bracket is not closed by ]"),
        ('piece = "[piece|pieces]"', 'piece = { text = "p", class = "f" }', "there is no class 'f' in 'classes'"),
        ('plural = "n != 1"', 'plural = "n is 1"', "'plural' is no formula of gettext"),
        ("forms = 2", 'forms = 2\norder = ["rank"]', "'order' must hold each of rank, enemy once"),
        ("forms = 2", 'forms = 2\nform = 2', "'form' is no setting"),
        ("forms = 2", 'forms = 2\nfont = { family = "A" }', "'font' must have family, module, folder, extra, scripts"),
        ('piece = "[piece|pieces]"', 'piece = "', "cards.toml cannot be read: "),
        ('piece = "[piece|pieces]"', "piece = 3", "'head.piece' must be a text"),
        ("find = 'a\\(n\\) '", "find = 'a('", "a 'fix' is no regular expression"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_folder_is_told(folder: Callable[..., Path], old: str, new: str, told: str) -> None:
    assert told in _whole(folder, (old, new))


def test_a_table_stands_in_one_file(folder: Callable[..., Path]) -> None:
    path = folder(lambda text: text)
    (path / "more.toml").write_text('[verb]\njump = "jump"\n', "utf-8")
    with pytest.raises(LanguageError, match=r"languages/xx/more.toml: another file has the table 'verb', too"):
        load_language("xx")


def test_choices_stand_inside_choices() -> None:
    language = Language(
        "xx", {"language": {"classes": ["m", "f"]}, "x": {"y": "nemic[<o|a>|<i|he>] (n) {}", "z": "a(i|ere)"}}
    )
    noun = Language("xx", {"language": {"classes": ["m", "f"]}, "x": {"f": {"text": "cosa", "class": "f"}}}).say("x.f")
    assert language.say("x.y", noun, n=2) == "nemiche (n) cosa"
    assert language.say("x.y", noun) == "nemica (n) cosa"
    assert language.say("x.y", "tutto", n=0) == "nemici (n) tutto"
    assert [language.say("x.z", mood=x) for x in (0, 1)] == ["ai", "aere"]
