"""Diagnostics as text and as data: places in code points, carets in their place, nothing that harms a terminal."""

from __future__ import annotations

from kalarite.dsl.diagnostic import Diagnostic
from kalarite.dsl.parse import parse_card
from kalarite.dsl.render import as_data, render, render_all
from kalarite.dsl.source import Source, Span


def only(text: str | bytes, path: str = "x.card") -> Diagnostic:
    _, found = parse_card(Source.of(text, path))
    assert len(found) == 1
    return found[0]


HEAD = "heroic being X\n\npattern\n  @c\n\neffect\n"


def test_text() -> None:
    assert (
        render(only(HEAD + "  may destory 1 piece  # a remark\n"))
        == """x.card:7:7: error[K010] unknown word 'destory'
   7 |   may destory 1 piece  # a remark
     |       ^^^^^^^
  help: did you mean 'destroy'?"""
    )


def test_notes_have_places_of_their_own() -> None:
    text = render(only("heroic being X\n\npattern\n  @c\n\neffect\n  gain 1 action\n\neffect\n  gain 1 action\n"))
    assert (
        text
        == """x.card:9:1: error[K017] a second 'effect'
   9 | effect
     | ^^^^^^
x.card:6:1: note: the first one
   6 | effect
     | ^^^^^^
  help: put both into one"""
    )


def test_columns_count_code_points() -> None:
    tabbed = only(HEAD + "\tmay destory 1 piece\n")
    assert (tabbed.line, tabbed.column) == (7, 6)
    assert render(tabbed).splitlines()[1:3] == ["   7 |  may destory 1 piece", "     |      ^^^^^^^"]
    marked = only(b"\xef\xbb\xbfheroc being X\n\npattern\n  @c\n")
    assert (marked.line, marked.column) == (1, 1)
    crlf = only((HEAD + "  destory self\n").replace("\n", "\r\n"))
    assert (crlf.line, crlf.column) == (7, 3)


def test_wide_and_combining_characters_keep_the_caret_in_place() -> None:
    wide = render(only(HEAD + "  destroy 1 龍龍 piece\n")).splitlines()
    assert wide[2] == "     |             ^^^^"
    after = render(only("heroic being 龍 X,\n\npattern\n  @c\n")).splitlines()
    assert after[1:3] == ["   1 | heroic being 龍 X,", "     |                  ^"]
    accent = render(only(HEAD + "  destroy e\u0301 piece\n")).splitlines()
    assert accent[2].endswith("^")


def test_what_cannot_be_seen_is_shown_as_a_box() -> None:
    text = render(only(HEAD + "  gain\x1b[31m 1 action\n"))
    assert "\x1b" not in text
    assert "\ufffd[31m" in text


def test_a_lone_surrogate_can_be_printed() -> None:
    render_all(parse_card(Source.of("heroic being \ud800\n"))[1]).encode()


def test_a_very_long_line_is_cut() -> None:
    text = render(only(HEAD + "  destroy 1 piece" + " adjacent to own pieces" * 30 + " foo\n"))
    assert max(len(x) for x in text.splitlines()) < 200
    assert "foo" in text.splitlines()[1]


def test_data() -> None:
    assert as_data(only(HEAD + "  destory self\n")) == {
        "code": "K010",
        "name": "unknown-word",
        "severity": "error",
        "path": "x.card",
        "line": 7,
        "column": 3,
        "end_line": 7,
        "end_column": 10,
        "message": "unknown word 'destory'",
        "help": "did you mean 'destroy'?",
        "notes": [],
    }


def test_a_style_dresses_each_part() -> None:
    kinds: list[str] = []

    def dress(text: str, kind: str) -> str:
        kinds.append(kind)
        return f"<{text}>"

    text = render(only(HEAD + "  destory self\n"), dress)
    assert text.startswith("<x.card:7:3:> <error[K010]> unknown word")
    assert set(kinds) == {"place", "error", "bar", "caret", "help"}


def test_a_place_outside_the_text_is_no_trouble() -> None:
    source = Source.of("abc")
    assert render(Diagnostic("K005", Span(4, 9), "nothing", source)).startswith("<text>:2:1: error[K005] nothing")
