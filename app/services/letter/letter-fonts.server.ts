import { readFileSync } from 'node:fs'
import { type PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib'
import { projectPath } from '../config/project-path.server.ts'
import metrics from './fonts/metrics.json' with { type: 'json' }

const FONTS = {
  display: { file: 'della-respira.ttf', name: 'DellaRespira', stem: 80 },
  text: { file: 'commissioner.ttf', name: 'Commissioner', stem: 80 },
  strong: { file: 'commissioner-semibold.ttf', name: 'Commissioner-SemiBold', stem: 120 },
} as const

export type FontName = keyof typeof FONTS

const FIRST_CHARACTER = 32
const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const BYTE_OF = new Map(
  [...new TextDecoder('windows-1252').decode(bytes)].map((character, at) => [character, at]),
)

/** Encodes a text in Windows-1252; other characters become spaces. */
export function toWindows1252(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize('NFC')], (character) => BYTE_OF.get(character) ?? FIRST_CHARACTER)
}

/** Whether a text consists of printable Windows-1252 characters. */
export function isWindows1252(text: string): boolean {
  return [...text.normalize('NFC')].every((character) => (BYTE_OF.get(character) ?? 0) >= FIRST_CHARACTER)
}

/** Width of a text, in the unit of `size`. */
export function widthIn(font: FontName, text: string, size: number): number {
  const { widths } = metrics[font]
  return (
    toWindows1252(text).reduce((sum, byte) => sum + (widths[byte - FIRST_CHARACTER] ?? 0), 0) * (size / 1000)
  )
}

/** Embeds the fonts in a document, in full, as simple fonts with WinAnsi encoding (one byte per character). */
export function embedFonts(document: PDFDocument): Record<FontName, PDFRef> {
  return {
    display: embedFont(document, 'display'),
    text: embedFont(document, 'text'),
    strong: embedFont(document, 'strong'),
  }
}

function embedFont({ context }: PDFDocument, font: FontName): PDFRef {
  const { file, name, stem } = FONTS[font]
  const { ascent, descent, box, widths } = metrics[font]
  const program = new Uint8Array(readFileSync(projectPath(`app/services/letter/fonts/${file}`)))
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: PDFName.of(name),
    Flags: 32,
    FontBBox: box,
    ItalicAngle: 0,
    Ascent: ascent,
    Descent: descent,
    CapHeight: Math.round(ascent * 0.75),
    StemV: stem,
    FontFile2: context.register(context.flateStream(program, { Length1: program.length })),
  })
  const dictionary = context.obj({
    Type: 'Font',
    Subtype: 'TrueType',
    BaseFont: PDFName.of(name),
    Encoding: 'WinAnsiEncoding',
    FirstChar: FIRST_CHARACTER,
    LastChar: 255,
    Widths: widths,
    FontDescriptor: context.register(descriptor),
  })
  return context.register(dictionary)
}
