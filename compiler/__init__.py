"""Tree of a card to meaning, program and Python; to words, pictures and pages; the command line and the build hook."""
