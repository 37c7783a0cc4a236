# Della Respira has no right quotes, low quotes, ellipsis or no-break space. This makes them from its own outlines
# (a right quote is a left one turned round). Usage: points.py della-respira.ttf keyhole-points.ttf
import sys
from fontTools.ttLib import TTFont
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.boundsPen import BoundsPen
src = TTFont(sys.argv[1]); gs = src.getGlyphSet(); cmap = src.getBestCmap()
def bounds(n):
    p = BoundsPen(gs); gs[n].draw(p); return p.bounds
def made(parts, width):
    pen = TTGlyphPen(None)
    for name, t in parts:
        rec = DecomposingRecordingPen(gs); gs[name].draw(rec); rec.replay(TransformPen(pen, t))
    return pen.glyph(), width
ql, qd, dot, comma = cmap[0x2018], cmap[0x201c], cmap[0x2e], cmap[0x2c]
def turned(n, dy=0):
    b = bounds(n); w = gs[n].width
    return made([(n, (-1, 0, 0, -1, w, b[1] + b[3] + dy))], w)
low = bounds(comma)
qb = bounds(ql)
# a low quote sits where the comma does
drop = low[3] - qb[3]
G = {
  '.notdef': made([], 600), 'space': made([], gs[cmap[0x20]].width),
  'quoteright': turned(ql), 'quotedblright': turned(qd),
  'quotesinglbase': turned(ql, drop), 'quotedblbase': turned(qd, drop),
}
w = gs[dot].width
G['ellipsis'] = made([(dot, (1, 0, 0, 1, i * w, 0)) for i in range(3)], 3 * w)
print({k: v[1] for k, v in G.items()}, 'quote', qb, 'comma', low)
fb = FontBuilder(src['head'].unitsPerEm, isTTF=True)
fb.setupGlyphOrder(list(G))
fb.setupCharacterMap({0xa0: 'space', 0x2019: 'quoteright', 0x201d: 'quotedblright', 0x201a: 'quotesinglbase', 0x201e: 'quotedblbase', 0x2026: 'ellipsis'})
fb.setupGlyf({k: v[0] for k, v in G.items()})
glyf = fb.font['glyf']
fb.setupHorizontalMetrics({k: (v[1], getattr(glyf[k], 'xMin', 0) or 0) for k, v in G.items()})
h = src['hhea']; o = src['OS/2']
fb.setupHorizontalHeader(ascent=h.ascent, descent=h.descent, lineGap=h.lineGap)
fb.setupNameTable({'familyName': 'Keyhole Points', 'styleName': 'Regular', 'copyright': 'Made from the outlines of a typeface, copyright (c) 2011-2012, Nathan Willis. SIL Open Font License, Version 1.1.'})
fb.setupOS2(sTypoAscender=o.sTypoAscender, sTypoDescender=o.sTypoDescender, sTypoLineGap=o.sTypoLineGap, usWinAscent=o.usWinAscent, usWinDescent=o.usWinDescent)
fb.setupPost(keepGlyphNames=False)
fb.save(sys.argv[2])
