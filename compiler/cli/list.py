"""`kalarite list`: what there is to play with."""

from __future__ import annotations
