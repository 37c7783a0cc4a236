import { readFileSync } from 'node:fs'
import { type PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib'
import { projectPath } from '../config/project-path.server.ts'
import { type FontMetrics, readFontMetrics, toWindows1252 } from './true-type.server.ts'

const FOLDER = 'app/services/letter/fonts'
const FILES = { display: 'della-respira.ttf', text: 'commissioner.ttf', strong: 'commissioner-semibold.ttf' }
const NAMES = { display: 'DellaRespira', text: 'Commissioner', strong: 'Commissioner-SemiBold' }

export type FontName = keyof typeof FILES

/** A font embedded in one document. */
export type LetterFont = {
  readonly ref: PDFRef
  /** Width of a text, in the unit of `size`. */
  readonly widthOf: (text: string, size: number) => number
}

type LoadedFont = { readonly file: Uint8Array; readonly metrics: FontMetrics }
const loaded = new Map<FontName, LoadedFont>()

function load(name: FontName): LoadedFont {
  const known = loaded.get(name)
  if (known) return known
  const file = new Uint8Array(readFileSync(projectPath(`${FOLDER}/${FILES[name]}`)))
  const font = { file, metrics: readFontMetrics(file) }
  loaded.set(name, font)
  return font
}

/** Embeds a font in a document, in full, as a simple font with WinAnsi encoding (one byte per character). */
export function embedFont({ context }: PDFDocument, name: FontName): LetterFont {
  const { file, metrics } = load(name)
  const baseFont = PDFName.of(NAMES[name])
  const program = context.register(context.flateStream(file, { Length1: file.length }))
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: baseFont,
      Flags: 32,
      FontBBox: [...metrics.box],
      ItalicAngle: 0,
      Ascent: metrics.ascent,
      Descent: metrics.descent,
      CapHeight: Math.round(metrics.ascent * 0.75),
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
      Widths: [...metrics.widths],
      FontDescriptor: descriptor,
    }),
  )
  const widthOf = (text: string, size: number) =>
    toWindows1252(text).reduce((sum, byte) => sum + (metrics.widths[byte - 32] ?? 0), 0) * (size / 1000)
  return { ref, widthOf }
}
