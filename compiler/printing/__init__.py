"""Cards on paper: `choose` says which, `faces` what is on a card, `fonts` in which letters, `sheet` where on the paper.

`typeset` makes files of that. The look of cards, backs and posters is in `templates/print`, in the language of Typst,
which is an optional package: only `typeset` imports it.
"""
