"""Forms of play: what a form's file gives, and the code that its `[blocks]` name."""
