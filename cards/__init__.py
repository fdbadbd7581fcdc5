"""Rules as data: decks of cards, arenas, forms of play. Compiled ones lie in `_compiled`, made with the wheel."""
