import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib'
import { type FontFacts, readTrueType, toWindows1252 } from './true-type.server.ts'

const FOLDER = 'app/services/letter/fonts'
const FILES = { display: 'della-respira.ttf', text: 'commissioner.ttf', strong: 'commissioner-semibold.ttf' }
const NAMES = { display: 'DellaRespira', text: 'Commissioner', strong: 'Commissioner-SemiBold' }

export type FontName = keyof typeof FILES

/** A font of the letter in one document. */
export type LetterFont = {
  readonly ref: PDFRef
  /** Width of a text at a size, in the size's unit. */
  readonly widthOf: (text: string, size: number) => number
}

type LoadedFont = { readonly file: Uint8Array; readonly facts: FontFacts }
const loaded = new Map<FontName, LoadedFont>()

/** Beside this module, or in the project around it: a build moves the module but not the file. */
function fontFile(name: string): string {
  let folder = import.meta.dirname
  for (;;) {
    const file = join(folder, FOLDER, name)
    if (existsSync(file)) return file
    const parent = dirname(folder)
    if (parent === folder) return join(process.cwd(), FOLDER, name)
    folder = parent
  }
}

function load(name: FontName): LoadedFont {
  const known = loaded.get(name)
  if (known) return known
  const file = new Uint8Array(readFileSync(fontFile(FILES[name])))
  const font = { file, facts: readTrueType(file) }
  loaded.set(name, font)
  return font
}

/** Puts a font of the shop into a document: whole and with a plain encoding, so that any viewer can type in it. */
export function embedFont({ context }: PDFDocument, name: FontName): LetterFont {
  const { file, facts } = load(name)
  const baseFont = PDFName.of(NAMES[name])
  const program = context.register(context.flateStream(file, { Length1: file.length }))
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: baseFont,
      Flags: 32,
      FontBBox: [...facts.box],
      ItalicAngle: 0,
      Ascent: facts.ascent,
      Descent: facts.descent,
      CapHeight: Math.round(facts.ascent * 0.75),
      StemV: name === 'strong' ? 120 : 80,
      FontFile2: program,
    }),
  )
  const ref = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'TrueType',
      BaseFont: baseFont,
      Encoding: 'WinAnsiEncoding',
      FirstChar: 32,
      LastChar: 255,
      Widths: [...facts.widths],
      FontDescriptor: descriptor,
    }),
  )
  const widthOf = (text: string, size: number) =>
    toWindows1252(text).reduce((sum, byte) => sum + (facts.widths[byte - 32] ?? 0), 0) * (size / 1000)
  return { ref, widthOf }
}
