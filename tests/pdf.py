"""Reads a PDF back: texts with their places, outlines, fonts, and the page as a picture. Millimeters, y down."""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

MM = 25.4 / 72


@dataclass(frozen=True)
class Outline:
    """A path on a page: its points, and the color that it is filled with (empty if it is not)."""

    points: tuple[tuple[float, float], ...]
    fill: str

    @property
    def box(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True)
class Text:
    """A run of letters: where it is, in which font of which size in points."""

    box: tuple[float, float, float, float]
    font: str
    embedded: bool
    size: float


class Page:
    """One page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.size = tuple(x * MM for x in page.get_size())
        self.outlines: list[Outline] = []
        self.runs: list[Text] = []
        self.kinds: set[int] = set()
        for item in page.get_objects(max_depth=15):
            self.kinds.add(item.type)
            if item.type == raw.FPDF_PAGEOBJ_PATH:
                self.outlines.append(self._outline(item))
            elif item.type == raw.FPDF_PAGEOBJ_TEXT:
                self.runs.append(self._run(item))

    @property
    def text(self) -> str:
        """All words of the page, one blank between two."""
        return plain(self.page.get_textpage().get_text_bounded())

    def filled(self, color: str) -> list[tuple[float, float, float, float]]:
        """The rectangles of that color, in their order on the page."""
        return [x.box for x in self.outlines if x.fill == color and is_rectangle(x.points)]

    def lines(self) -> list[tuple[float, float, float, float]]:
        """The straight lines: from x, y to x, y."""
        return [(*x.points[0], *x.points[1]) for x in self.outlines if len(x.points) == 2]

    def picture(self, scale: float = 2.0) -> Any:
        """The page as a gray picture: rows of numbers from 0 (black) to 255, `scale` dots a point."""
        bitmap = self.page.render(scale=scale, grayscale=True)
        data = bytes(bitmap.buffer)
        return [data[y * bitmap.stride : y * bitmap.stride + bitmap.width] for y in range(bitmap.height)]

    def _mm(self, x: float, y: float) -> tuple[float, float]:
        return x * MM, self.size[1] - y * MM

    def _outline(self, item: Any) -> Outline:
        matrix = item.get_matrix()
        x, y = ctypes.c_float(), ctypes.c_float()
        points = []
        for i in range(raw.FPDFPath_CountSegments(item.raw)):
            raw.FPDFPathSegment_GetPoint(raw.FPDFPath_GetPathSegment(item.raw, i), x, y)
            points.append(self._mm(*matrix.on_point(x.value, y.value)))
        mode, stroke = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(item.raw, mode, stroke)
        parts = [ctypes.c_uint() for _ in range(4)]
        raw.FPDFPageObj_GetFillColor(item.raw, *parts)
        color = "#" + "".join(f"{part.value:02x}" for part in parts[:3]) if mode.value else ""
        return Outline(tuple(points), color)

    def _run(self, item: Any) -> Text:
        font = raw.FPDFTextObj_GetFont(item.raw)
        name = ctypes.create_string_buffer(200)
        raw.FPDFFont_GetBaseFontName(font, name, 200)
        left, bottom, right, top = item.get_bounds()
        size = ctypes.c_float()
        raw.FPDFTextObj_GetFontSize(item.raw, size)
        box = (*self._mm(left, top), *self._mm(right, bottom))
        return Text(box, name.value.decode(), bool(raw.FPDFFont_GetIsEmbedded(font)), size.value)


def read(data: bytes) -> list[Page]:
    """The pages of a PDF."""
    document = pdfium.PdfDocument(data)
    return [Page(document[i]) for i in range(len(document))]


def plain(text: str) -> str:
    """A text with one blank between two words; the reader has a sign of its own for a hyphen at the end of a line."""
    return re.sub(r"\s+", " ", re.sub("[\ufffe\x02]", "-", text)).strip()


def is_rectangle(points: tuple[tuple[float, float], ...]) -> bool:
    """Whether all points are corners of their box."""
    corners = {(round(x, 3), round(y, 3)) for x, y in points}
    return len(corners) == 4 and len({x for x, _ in corners}) == len({y for _, y in corners}) == 2
