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
import { POINTS_PER_MM } from './letter-canvas.server.ts'
import { isWindows1252 } from './letter-fonts.server.ts'

/** A box of a form field, in millimetres from the upper left corner of its page. A field may have several boxes. */
export type FieldBox = {
  readonly field: 'to' | 'from' | 'words' | `line ${number}`
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Values of prefilled fields: the magic words and the giver's name. */
export type LetterValues = { readonly words?: string; readonly from?: string }

const BLUE_INK = rgb(0.11, 0.153, 0.396)
/** In points. */
const FONT_SIZE = 15
const MIN_FONT_SIZE = 8
/** Left and right padding of a field together, in points. */
const PADDING = 8
const MAX_VALUE_LENGTH = 120

function labelOf(field: FieldBox['field']): string {
  if (field === 'to') return 'Their name'
  if (field === 'from') return 'Your name'
  return field === 'words' ? 'The magic words' : `Your message, ${field}`
}

/** Adds the form fields to their pages. The boxes of one field share its value. */
export async function addFields(
  document: PDFDocument,
  places: readonly { readonly page: PDFPage; readonly boxes: readonly FieldBox[] }[],
  values: LetterValues,
): Promise<void> {
  const font = await document.embedFont(StandardFonts.TimesRomanItalic)
  const fields = new Map<string, PDFTextField>()
  for (const { page, boxes } of places)
    for (const box of boxes) {
      const known = fields.get(box.field)
      const field = known ?? document.getForm().createTextField(box.field)
      fields.set(box.field, field)
      addBox(field, page, box, font)
      if (!known) field.acroField.dict.set(PDFName.of('TU'), PDFString.of(labelOf(box.field)))
    }
  const allBoxes = places.flatMap(({ boxes }) => boxes)
  for (const [name, field] of fields) {
    field.setFontSize(FONT_SIZE)
    if (name === 'words') field.setAlignment(TextAlignment.Center)
    const value = name === 'words' ? values.words : name === 'from' ? values.from : undefined
    if (value) fill(field, value, font, minWidth(allBoxes, name))
    field.updateAppearances(font)
  }
}

function addBox(field: PDFTextField, page: PDFPage, box: FieldBox, font: PDFFont): void {
  field.addToPage(page, {
    x: box.x * POINTS_PER_MM,
    y: page.getHeight() - (box.y + box.height) * POINTS_PER_MM,
    width: box.width * POINTS_PER_MM,
    height: box.height * POINTS_PER_MM,
    textColor: BLUE_INK,
    borderWidth: 0,
    // Without this key, pdf-lib fills the box with white.
    backgroundColor: undefined,
    font,
  })
}

/** Width of a field's narrowest box, in points. */
function minWidth(boxes: readonly FieldBox[], field: string): number {
  return Math.min(...boxes.filter((box) => box.field === field).map((box) => box.width)) * POINTS_PER_MM
}

/**
 * Fills a field, with a smaller font where the text is too wide. Text with characters that the font lacks is left
 * empty, to be written by hand.
 * @param boxWidth in points
 */
function fill(field: PDFTextField, value: string, font: PDFFont, boxWidth: number): void {
  const text = cutText(value.normalize('NFC'), MAX_VALUE_LENGTH)
  if (!isWindows1252(text)) return
  const textWidth = font.widthOfTextAtSize(text, FONT_SIZE)
  const available = boxWidth - PADDING
  field.setText(text)
  if (textWidth > available)
    field.setFontSize(Math.max(MIN_FONT_SIZE, Math.floor((FONT_SIZE * available) / textWidth)))
}
