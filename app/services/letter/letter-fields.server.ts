import {
  type PDFDocument,
  type PDFFont,
  PDFName,
  type PDFPage,
  PDFString,
  type PDFTextField,
  rgb,
  StandardFonts,
  TextAlignment,
} from '@cantoo/pdf-lib'
import { cutText } from '../../models/cut-text.ts'
import { POINTS } from './letter-canvas.server.ts'
import { isWindows1252 } from './true-type.server.ts'

/** A place to type, in millimetres from the upper left corner of its page. The same field may have several. */
export type FieldBox = {
  readonly field: 'to' | 'from' | 'words' | `line ${number}`
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What is filled in beforehand. */
export type LetterFilling = { readonly words?: string; readonly from?: string }

const BLUE_INK = rgb(0.11, 0.153, 0.396)
const SIZE = 15
const SMALLEST = 8

function labelOf(field: FieldBox['field']): string {
  if (field === 'to') return 'Their name'
  if (field === 'from') return 'Your name'
  return field === 'words' ? 'The magic words' : `Your message, ${field}`
}

/** Puts the fields on their pages. What is typed into one shows wherever the field stands. */
export async function addFields(
  document: PDFDocument,
  places: readonly { readonly page: PDFPage; readonly boxes: readonly FieldBox[] }[],
  filling: LetterFilling,
): Promise<void> {
  const font = await document.embedFont(StandardFonts.TimesRomanItalic)
  const fields = new Map<string, PDFTextField>()
  for (const { page, boxes } of places)
    for (const box of boxes) {
      const known = fields.get(box.field)
      const field = known ?? document.getForm().createTextField(box.field)
      fields.set(box.field, field)
      place(field, page, box, font)
      if (!known) field.acroField.dict.set(PDFName.of('TU'), PDFString.of(labelOf(box.field)))
    }
  const narrowest = narrowestOf(places.flatMap(({ boxes }) => boxes))
  for (const [name, field] of fields) {
    field.setFontSize(SIZE)
    if (name === 'words') field.setAlignment(TextAlignment.Center)
    const value = name === 'words' ? filling.words : name === 'from' ? filling.from : undefined
    if (value) fill(field, value, font, narrowest(name))
    field.updateAppearances(font)
  }
}

function place(field: PDFTextField, page: PDFPage, box: FieldBox, font: PDFFont): void {
  field.addToPage(page, {
    x: box.x * POINTS,
    y: page.getHeight() - (box.y + box.height) * POINTS,
    width: box.width * POINTS,
    height: box.height * POINTS,
    textColor: BLUE_INK,
    borderWidth: 0,
    // Said, because it is white otherwise.
    backgroundColor: undefined,
    font,
  })
}

function narrowestOf(boxes: readonly FieldBox[]): (field: string) => number {
  return (field) => Math.min(...boxes.filter((box) => box.field === field).map((box) => box.width)) * POINTS
}

/** A name in letters that the font has not is left to a pen, rather than printed wrong. */
function fill(field: PDFTextField, value: string, font: PDFFont, room: number): void {
  const text = cutText(value.normalize('NFC'), 120)
  if (!isWindows1252(text)) return
  const wide = font.widthOfTextAtSize(text, SIZE)
  field.setText(text)
  if (wide > room - 8) field.setFontSize(Math.max(SMALLEST, Math.floor((SIZE * (room - 8)) / wide)))
}
