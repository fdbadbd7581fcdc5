"""The language of cards: text to tree and back. Knows no engine and no Python code."""
