import { PDFDocument } from '@cantoo/pdf-lib'
import { MARKETS, type Market } from '../../models/market.ts'
import { embedFonts, LetterCanvas } from './letter-canvas.server.ts'
import { addFields, type LetterFilling } from './letter-fields.server.ts'
import { drawFlat, drawInside, drawOutside } from './letter-pages.server.ts'

/** Sheets in millimetres. In the US the drawing fits Letter and A4 alike: as narrow as one, as short as the other. */
const SHEETS: Record<Market, { readonly height: number; readonly lines: number }> = {
  us: { height: 279.4, lines: 5 },
  uk: { height: 297, lines: 7 },
}

export type LetterRequest = {
  readonly market: Market
  /** Full address of the redeem page. */
  readonly redeemUrl: string
  readonly filling?: LetterFilling
}

/**
 * The Letter of Gift as a PDF: one flat sheet, then the outside and the inside of a folded card. Names, message and
 * magic words are fields to type in, or lines for a pen.
 */
export async function makeLetter({ market, redeemUrl, filling = {} }: LetterRequest): Promise<Uint8Array> {
  const { height, lines } = SHEETS[market]
  const { locale, storeName } = MARKETS[market]
  const words = { redeemAddress: redeemUrl.replace(/^https?:\/\//, ''), storeName }
  const document = await PDFDocument.create()
  document.setTitle('A Letter of Gift', { showInWindowTitleBar: true })
  document.setAuthor('Wizard Box')
  document.setLanguage(locale)
  const fonts = embedFonts(document)
  const flat = new LetterCanvas(document, 210, height, fonts)
  const outside = new LetterCanvas(document, height, 210, fonts)
  const inside = new LetterCanvas(document, height, 210, fonts)
  const places = [
    { page: flat.page, boxes: drawFlat(flat, words, height, lines) },
    { page: outside.page, boxes: drawOutside(outside, words, height) },
    { page: inside.page, boxes: drawInside(inside, words, height) },
  ]
  for (const canvas of [flat, outside, inside]) canvas.finish()
  await addFields(document, places, filling)
  return document.save({ updateFieldAppearances: false })
}
