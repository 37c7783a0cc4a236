/**
 * Reads the metrics that a PDF needs to embed a TrueType font as a simple font. Not with fontkit, which pdf-lib
 * supports: pdf-lib then embeds composite fonts with two-byte glyph codes, while a simple font needs only the few
 * tables read here.
 */

/** Metrics for a PDF font descriptor, in thousandths of the font size. */
export type FontMetrics = {
  readonly ascent: number
  readonly descent: number
  /** Bounding box: left, bottom, right, top. */
  readonly box: readonly [number, number, number, number]
  /** Width of each Windows-1252 character from 32 to 255; 0 where the font has no glyph. */
  readonly widths: readonly number[]
}

const SPACE = 32
const windows1252 = new TextDecoder('windows-1252')
/** The character of each byte value. */
const CHARACTERS = [...windows1252.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
const BYTE_OF = new Map(CHARACTERS.map((character, byte) => [character, byte]))

/** Encodes a text in Windows-1252; other characters become spaces. */
export function toWindows1252(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize('NFC')], (character) => BYTE_OF.get(character) ?? SPACE)
}

/** Whether a text consists of printable Windows-1252 characters. */
export function isWindows1252(text: string): boolean {
  return [...text.normalize('NFC')].every((character) => (BYTE_OF.get(character) ?? 0) >= SPACE)
}

/** Reads the metrics of a TrueType file. @throws RangeError when a table is missing, or the file is none */
export function readFontMetrics(file: Uint8Array): FontMetrics {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const tables = tableOffsets(view)
  const offsetOf = (tag: string): number => {
    const offset = tables.get(tag)
    if (offset === undefined) throw new RangeError(`The font has no table ${tag}`)
    return offset
  }
  const unitsPerEm = view.getUint16(offsetOf('head') + 18)
  const toThousandths = (units: number) => Math.round((units * 1000) / unitsPerEm)
  const readSigned = (offset: number) => toThousandths(view.getInt16(offset))
  const glyphOf = characterMap(view, offsetOf('cmap'))
  const metricCount = view.getUint16(offsetOf('hhea') + 34)
  const widthOf = (glyph: number) =>
    toThousandths(view.getUint16(offsetOf('hmtx') + 4 * Math.min(glyph, metricCount - 1)))
  const box = offsetOf('head') + 36
  return {
    ascent: readSigned(offsetOf('hhea') + 4),
    descent: readSigned(offsetOf('hhea') + 6),
    box: [readSigned(box), readSigned(box + 2), readSigned(box + 4), readSigned(box + 6)],
    widths: CHARACTERS.slice(SPACE).map((character) => {
      const glyph = glyphOf(character.codePointAt(0) ?? 0)
      return glyph === 0 ? 0 : widthOf(glyph)
    }),
  }
}

function tableOffsets(view: DataView): Map<string, number> {
  const tables = new Map<string, number>()
  for (let index = 0; index < view.getUint16(4); index++) {
    const entry = 12 + index * 16
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(entry + byte)))
    tables.set(tag, view.getUint32(entry + 8))
  }
  return tables
}

/** Maps code points to glyph ids by the font's Windows character map (cmap format 4); 0 for none. */
function characterMap(view: DataView, cmap: number): (character: number) => number {
  let table = -1
  for (let index = 0; index < view.getUint16(cmap + 2); index++) {
    const entry = cmap + 4 + index * 8
    const isWindows = view.getUint16(entry) === 3 && view.getUint16(entry + 2) === 1
    if (isWindows) table = cmap + view.getUint32(entry + 4)
  }
  if (table < 0 || view.getUint16(table) !== 4) throw new RangeError('The font has no Windows character map')
  const count = view.getUint16(table + 6) / 2
  const ends = table + 14
  const starts = ends + count * 2 + 2
  const deltas = starts + count * 2
  const offsets = deltas + count * 2
  return (character) => {
    for (let segment = 0; segment < count; segment++) {
      if (character > view.getUint16(ends + segment * 2)) continue
      const start = view.getUint16(starts + segment * 2)
      if (character < start) return 0
      const delta = view.getUint16(deltas + segment * 2)
      const position = offsets + segment * 2
      const offset = view.getUint16(position)
      if (offset === 0) return (character + delta) & 0xffff
      const glyph = view.getUint16(position + offset + (character - start) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}
