/** What a PDF has to say of a TrueType font, in thousandths of its size. */
export type FontFacts = {
  readonly ascent: number
  readonly descent: number
  readonly box: readonly [number, number, number, number]
  /** Width of each byte of Windows-1252 from 32 to 255; 0 for what the font has not. */
  readonly widths: readonly number[]
}

const FIRST = 32
const windows1252 = new TextDecoder('windows-1252')
/** The character of each byte. */
const CHARACTERS = [...windows1252.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
const BYTE_OF = new Map(CHARACTERS.map((character, byte) => [character, byte]))

/** Text as bytes of Windows-1252; what it does not have becomes a space. */
export function toWindows1252(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize('NFC')], (character) => BYTE_OF.get(character) ?? FIRST)
}

/** Whether a text can be written in Windows-1252 as it is. */
export function isWindows1252(text: string): boolean {
  return [...text.normalize('NFC')].every((character) => (BYTE_OF.get(character) ?? 0) >= FIRST)
}

/** Reads the tables of a TrueType file that a PDF needs. @throws RangeError when it is none */
export function readTrueType(file: Uint8Array): FontFacts {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const tables = tableOffsets(view)
  const at = (tag: string): number => {
    const offset = tables.get(tag)
    if (offset === undefined) throw new RangeError(`The font has no table ${tag}`)
    return offset
  }
  const perEm = view.getUint16(at('head') + 18)
  const scaled = (units: number) => Math.round((units * 1000) / perEm)
  const signed = (offset: number) => scaled(view.getInt16(offset))
  const glyphOf = characterMap(view, at('cmap'))
  const longWidths = view.getUint16(at('hhea') + 34)
  const widthOf = (glyph: number) => scaled(view.getUint16(at('hmtx') + 4 * Math.min(glyph, longWidths - 1)))
  const box = at('head') + 36
  return {
    ascent: signed(at('hhea') + 4),
    descent: signed(at('hhea') + 6),
    box: [signed(box), signed(box + 2), signed(box + 4), signed(box + 6)],
    widths: CHARACTERS.slice(FIRST).map((character) => {
      const glyph = glyphOf(character.codePointAt(0) ?? 0)
      return glyph === 0 ? 0 : widthOf(glyph)
    }),
  }
}

function tableOffsets(view: DataView): Map<string, number> {
  const tables = new Map<string, number>()
  for (let index = 0; index < view.getUint16(4); index++) {
    const entry = 12 + index * 16
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(entry + place)))
    tables.set(tag, view.getUint32(entry + 8))
  }
  return tables
}

/** The glyph of a character, by the font's Windows table (format 4); 0 for none. */
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
      const place = offsets + segment * 2
      const offset = view.getUint16(place)
      if (offset === 0) return (character + delta) & 0xffff
      const glyph = view.getUint16(place + offset + (character - start) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}
