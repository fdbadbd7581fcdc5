"""What a card must obey beyond the grammar, one subject a module; `compiler.check` runs them all."""
