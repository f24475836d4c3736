"""Rewrites the weights of a cut variable font: the same drawings in fewer bytes.

    shrink-weights.py FONT.woff2        the axis has to be `wght` alone, from 400 to 700, drawn at 500, 600 and 700

A weight is told by differences from the drawing at 400. The typefaces grow nearly evenly, so one even difference for
700, and what 500 and 600 deviate from it, are smaller numbers than a difference for each weight, and many are 0. A
point of an outline lies within TOLERANCE units (of 1,000 in the type size) of each of its differences, so within two of
where it was drawn; widths, which stand in `HVAR` too, stay exact.
"""

import sys

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib.iup import iup_delta, iup_delta_optimize
from fontTools.varLib.models import supportScalar

TOLERANCE = 1
# Where a difference begins, is whole and ends, on an axis from 0 to 1. None ends beyond the axis: browsers refuse that.
EVEN, AT_500, AT_600 = (0, 1, 1), (0, 1 / 3, 2 / 3), (1 / 3, 2 / 3, 1)


def sum_at(place, parts, count):
    """The whole difference of each point at a place of the axis."""
    total = [(0, 0)] * count
    for axes, deltas in parts:
        share = supportScalar({"wght": place}, axes)
        total = [(x + share * dx, y + share * dy) for (x, y), (dx, dy) in zip(total, deltas)]
    return total


def shrink(glyph, font):
    points, control = font["glyf"]._getCoordinatesAndControls(glyph, font["hmtx"].metrics)
    is_composite = font["glyf"][glyph].isComposite()
    ends = list(range(len(points) - 4)) if is_composite else control.endPts
    drawn = [
        (part.axes, iup_delta(part.coordinates, points, ends) if None in part.coordinates else part.coordinates)
        for part in font["gvar"].variations[glyph]
    ]
    parts = []
    for region in (EVEN, AT_500, AT_600):
        wanted = sum_at(region[1], drawn, len(points))
        present = sum_at(region[1], parts, len(points))
        parts.append(({"wght": region}, [(round(x - a), round(y - b)) for (x, y), (a, b) in zip(wanted, present)]))
    shrunk = []
    for axes, deltas in parts:
        if not any(x or y for x, y in deltas):
            continue
        kept = deltas if is_composite else iup_delta_optimize(deltas, points, ends, TOLERANCE)
        # The last four points are the sides of the glyph.
        sides = [side if any(side) else None for side in deltas[-4:]]
        shrunk.append(TupleVariation(axes, list(kept[:-4]) + sides))
    font["gvar"].variations[glyph] = shrunk


def main(path):
    font = TTFont(path, recalcTimestamp=False)
    for glyph in font.getGlyphOrder():
        if font["gvar"].variations.get(glyph):
            shrink(glyph, font)
    font.save(path)


main(sys.argv[1])
