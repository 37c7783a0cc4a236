import { readFile } from 'node:fs/promises'
import { PDFDocument, type PDFFont, type PDFTextField, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { encode } from 'uqr'
import type { Market } from '#app/models/market.ts'
import { cutText } from '#supabase/functions/_shared/text/text.ts'
import { projectPath } from '../config/data-dir.server.ts'

/** Prefilled fields: the magic words and the giver's name. */
export type LetterValues = { readonly words?: string; readonly from?: string | null }

/** Also of the fields that scripts/letter.mjs prints. */
export const BLUE_INK = rgb(0.11, 0.153, 0.396)
/** In points. */
export const FONT_SIZE = 15
const MIN_FONT_SIZE = 8
/** Left and right padding of a field together, in points. */
const PADDING = 8
const MAX_VALUE_LENGTH = 120

function fontSizeFor(text: string, font: PDFFont, width: number): number {
  const available = (FONT_SIZE * (width - PADDING)) / font.widthOfTextAtSize(text, FONT_SIZE)
  return Math.max(MIN_FONT_SIZE, Math.min(FONT_SIZE, Math.floor(available)))
}

function boxesOf(field: PDFTextField) {
  return field.acroField.getWidgets()
}

/** Fills a field, with a smaller font where the text is too wide for its narrowest box. */
function fill(field: PDFTextField, text: string, font: PDFFont): void {
  const width = Math.min(...boxesOf(field).map((box) => box.getRectangle().width))
  field.setText(text)
  field.setFontSize(fontSizeFor(text, font, width))
  field.updateAppearances(font)
}

/** Fills in a name. One that the font cannot write is left blank, to be written by hand. */
function fillName(field: PDFTextField, value: string, font: PDFFont): void {
  const name = cutText(value.normalize('NFC'), MAX_VALUE_LENGTH)
  const known = new Set(font.getCharacterSet())
  if ([...name].every((character) => known.has(character.codePointAt(0) ?? 0))) fill(field, name, font)
}

/** Writes a text on the pages where a field is, in its place. */
function replaceByText(document: PDFDocument, field: PDFTextField, text: string, font: PDFFont): void {
  for (const box of boxesOf(field)) {
    const { x, y, width } = box.getRectangle()
    const size = fontSizeFor(text, font, width)
    const left = x + (width - font.widthOfTextAtSize(text, size)) / 2
    const page = document.getPages().find(({ ref }) => ref === box.P())
    page?.drawText(text, { x: left, y: y + 4, size, font, color: BLUE_INK })
  }
  document.getForm().removeField(field)
}

/** Draws an address as a QR code on the pages where a field is, in its place. */
function replaceByCode(document: PDFDocument, field: PDFTextField, address: string): void {
  const { data, size } = encode(address, { border: 0 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  for (const box of boxesOf(field)) {
    const { x, y, width, height } = box.getRectangle()
    const page = document.getPages().find(({ ref }) => ref === box.P())
    page?.drawSvgPath(path, { x, y: y + height, scale: width / size, color: BLUE_INK, borderWidth: 0 })
  }
  document.getForm().removeField(field)
}

/**
 * The Letter of Gift as a PDF: a flat sheet, then the outside and inside of a folded card. Names, message and magic
 * words are form fields on ruled lines, to be typed or written by hand. `scripts/letter.mjs` prints the template; this adds
 * the values and the address of the redeem page, as text and as a QR code without the words.
 */
export async function renderLetterPdf(market: Market, redeemUrl: string, values: LetterValues) {
  const template = await readFile(projectPath(`app/services/letter/templates/${market}.pdf`))
  const document = await PDFDocument.load(template, { updateMetadata: false })
  const font = await document.embedFont(StandardFonts.TimesRomanItalic)
  const form = document.getForm()
  replaceByText(document, form.getTextField('address'), redeemUrl.replace(/^https?:\/\//, ''), font)
  replaceByCode(document, form.getTextField('qr'), redeemUrl)
  if (values.words) fill(form.getTextField('words'), values.words, font)
  if (values.from) fillName(form.getTextField('from'), values.from, font)
  return document.save({ updateFieldAppearances: false })
}
