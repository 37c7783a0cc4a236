import { PDFDocument } from '@cantoo/pdf-lib'
import { MARKETS, type Market } from '../../models/market.ts'
import { BRAND } from '../../models/page-messages.ts'
import { LetterCanvas } from './letter-canvas.server.ts'
import { addFields, type LetterValues } from './letter-fields.server.ts'
import { embedFonts } from './letter-fonts.server.ts'
import { drawFlat, drawInside, drawOutside } from './letter-pages.server.ts'

/** Sheet heights in millimetres. The US sheet has A4's width and Letter's height, so that it prints on both. */
const SHEETS: Record<Market, { readonly height: number; readonly lines: number }> = {
  us: { height: 279.4, lines: 5 },
  uk: { height: 297, lines: 7 },
}

export type LetterRequest = {
  readonly market: Market
  /** Absolute URL of the redeem page. */
  readonly redeemUrl: string
  readonly values?: LetterValues
}

/**
 * Renders the Letter of Gift as a PDF: a flat sheet, then the outside and inside of a folded card. Names, message and
 * magic words are form fields on ruled lines, to be typed or written by hand.
 */
export async function renderLetterPdf({
  market,
  redeemUrl,
  values = {},
}: LetterRequest): Promise<Uint8Array> {
  const { height, lines } = SHEETS[market]
  const { locale, storeName } = MARKETS[market]
  const texts = { redeemAddress: redeemUrl.replace(/^https?:\/\//, ''), storeName }
  const document = await PDFDocument.create()
  document.setTitle('A Letter of Gift', { showInWindowTitleBar: true })
  document.setAuthor(BRAND)
  document.setLanguage(locale)
  const fonts = embedFonts(document)
  const flat = new LetterCanvas(document, 210, height, fonts)
  const outside = new LetterCanvas(document, height, 210, fonts)
  const inside = new LetterCanvas(document, height, 210, fonts)
  const places = [
    { page: flat.page, boxes: drawFlat(flat, texts, height, lines) },
    { page: outside.page, boxes: drawOutside(outside, texts, height) },
    { page: inside.page, boxes: drawInside(inside, texts, height) },
  ]
  for (const canvas of [flat, outside, inside]) canvas.finish()
  await addFields(document, places, values)
  return document.save({ updateFieldAppearances: false })
}
