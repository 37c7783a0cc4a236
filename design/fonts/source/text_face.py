"""Cuts the text face from the published one into the two files of the shop: what its own pages are written with, and the
other letters of Latin-1, which a browser fetches where a text has one of them.

    python3 text_face.py OUT_DIR        (needs fontTools with brotli)
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = Path(__file__).parent
PUBLISHED = HERE.parent / "commissioner-latin-wght-normal.woff2"
WEIGHTS = (400, 650)

#: Letters and signs of the shop's own texts, in both markets.
OWN = set(range(0x20, 0x7F)) | set(map(ord, "\u00a0£©·×¼½¾–—‘’“”…€™−"))
#: What else visitors may be called, or write.
OTHERS = (set(range(0xA1, 0x100)) | set(map(ord, "‚„•′″"))) - OWN

#: Nothing asks for fractions or small figures.
FEATURES = ["kern", "liga", "calt", "locl"]


def cut(unicodes: set[int], path: Path) -> None:
    """Writes the letters that are asked for, at the weights of the shop, without hinting."""
    font = instancer.instantiateVariableFont(TTFont(PUBLISHED), {"wght": WEIGHTS})
    options = subset.Options(layout_features=FEATURES, hinting=False, notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=unicodes)
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(path)
    print(path.name, len(unicodes), path.stat().st_size)


if __name__ == "__main__":
    out = Path(sys.argv[1])
    cut(OWN, out / "commissioner.woff2")
    cut(OTHERS, out / "commissioner-more.woff2")
