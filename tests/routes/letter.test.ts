import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { decodePDFRawStream, PDFArray, PDFDocument, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib'
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import type { Market } from '#app/models/market.ts'
import { letterPath } from '#app/services/letter/letters.server.ts'
import { type MakeGift, makeGift } from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'

/** The letter of a gift, to print: without its words for anybody, and with them for who has the link. */

const shop = openTestShop()
const pathOf = (gift: { id: string; market: Market }) =>
  letterPath(gift.market, shop.services.letters.tokenFor(gift.id))
const open = async (path: string) => PDFDocument.load(await (await shop.fetch(path)).arrayBuffer())

function fieldsOf(document: PDFDocument): Record<string, string> {
  const form = document.getForm()
  const names = form.getFields().map((field) => field.getName())
  return Object.fromEntries(names.map((name) => [name, form.getTextField(name).getText() ?? '']))
}

/** The fields of the letter of a new gift. */
async function letterOf(options: MakeGift = {}) {
  const gift = await makeGift(shop, options)
  return { gift, fields: fieldsOf(await open(pathOf(gift))) }
}

/** The drawing operators of a page. */
function readContents(document: PDFDocument, page: PDFPage): string {
  const contents = page.node.Contents()
  const parts =
    contents instanceof PDFArray ? contents.asArray().map((ref) => document.context.lookup(ref)) : []
  return parts
    .filter((part) => part instanceof PDFRawStream)
    .map((part) => Buffer.from(decodePDFRawStream(part).decode()).toString('latin1'))
    .join('\n')
}

describe('the letter without words', () => {
  test.each([
    ['us', 279.4, 'en-US'],
    ['uk', 297, 'en-GB'],
  ] as const)('of %s is a sheet and a folded card with form fields', async (market, height, language) => {
    const response = await shop.fetch(`/${market}/gift-download/letter.pdf`)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
    expect(response.headers.get('Content-Disposition')).toContain('inline')
    expect(response.headers.getSetCookie()).toEqual([])
    const bytes = await response.arrayBuffer()
    expect(response.headers.get('Content-Length')).toBe(String(bytes.byteLength))
    const document = await PDFDocument.load(bytes)
    const millimetres = (points: number) => Math.round((points * 25.4) / 7.2) / 10
    const sizes = document.getPages().map((page) => {
      const { width, height: tall } = page.getSize()
      return [millimetres(width), millimetres(tall)]
    })
    const card = [height, 210]
    expect(sizes).toEqual([[210, height], card, card])
    expect([document.getTitle(), document.getLanguage()]).toEqual(['A Letter of Gift', language])
    expect(fieldsOf(document)).toMatchObject({ to: '', from: '', words: '', 'line 1': '' })
    // Printed from its HTML as it is: node scripts/letter.mjs
    const html = readFileSync(new URL('../../design/letter/letter.html', import.meta.url))
    const printed = createHash('sha256').update(html).update(market).digest('hex')
    expect(String(document.context.trailerInfo.ID)).toBe(`[ <${printed}> <${printed}> ]`)
  })

  test('says where to redeem, also as a QR code, on the sheet and inside the card, as that of a gift does', async () => {
    const { data } = encode(`${shop.origin}/uk/redeem`, { border: 0 })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `${x} ${y}` : [])))
    const address = Buffer.from('shop.test/uk/redeem', 'latin1').toString('hex').toUpperCase()
    for (const path of ['/uk/gift-download/letter.pdf', pathOf(await makeGift(shop, { market: 'uk' }))]) {
      const document = await open(path)
      const pages = document.getPages().map((page) => readContents(document, page))
      expect(pages.map((drawn) => drawn.includes(`<${address}> Tj`))).toEqual([true, false, true])
      const codes = pages.map((drawn) => drawn.split('rg\n[] 0 d\n')[1] ?? '')
      const places = codes.map((code) => [...code.matchAll(/^(\d+ \d+) m$/gm)].map(([, place]) => place))
      expect(places).toEqual([dark, [], dark])
    }
  })

  test('is cached by browsers and revalidated by its ETag', async () => {
    const path = '/uk/gift-download/letter.pdf'
    const etag = (await shop.fetch(path)).headers.get('ETag') ?? ''
    expect((await shop.fetch(path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  })
})

describe('the letter of a gift', () => {
  test('is for anyone with the link, which has no magic words', async () => {
    const { gift, fields } = await letterOf({ market: 'uk', purchaserName: 'Zoë O’Brien' })
    expect(fields).toMatchObject({ words: gift.code, from: 'Zoë O’Brien', to: '' })
    const { headers } = await shop.fetch(pathOf(gift))
    // Its URL grants access, so it must not be sent as a referrer.
    const told = ['Cache-Control', 'X-Robots-Tag', 'Referrer-Policy'].map((name) => headers.get(name))
    expect(told).toEqual(['private, no-store', 'noindex', 'no-referrer'])
    for (const word of gift.code.split(' ').filter((part) => part.length > 3))
      expect(pathOf(gift)).not.toContain(word)
  })

  test.each([
    ['Zoë O’Brien', 'Zoë O’Brien'],
    ['Żółkiewska', ''],
    ['王小明 Ada', ''],
    ['W'.repeat(250), expect.stringMatching(/^W+$/)],
  ])('prints the name %s where the font has its letters', async (purchaserName, from) => {
    const { gift, fields } = await letterOf({ purchaserName })
    expect(fields).toMatchObject({ words: gift.code, from })
  })

  const REFUSED = 'The letter would not come. Please try again, or write to us and we will send it.'
  test.each([
    ['forged', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['for another gift', (token: string) => `AAAAAAAAQACAAAAAAAAAAA.${token.split('.')[1]}`],
    ['cut short', (token: string) => token.slice(0, 30)],
    ['empty', () => ''],
    ['junk', () => '../../etc/passwd'],
  ])('is not served for a token that is %s', async (_, change) => {
    const gift = await makeGift(shop)
    const token = change(shop.services.letters.tokenFor(gift.id))
    const page = await shop.browser().visit(letterPath('us', token))
    expect([page.path, page.text.includes(REFUSED)]).toEqual(['/us/gift-download', true])
  })

  test('is not served once the gift was revoked, or while the backend is down', async () => {
    const gift = await makeGift(shop)
    const isRefused = async () => (await shop.browser().visit(pathOf(gift))).text.includes(REFUSED)
    shop.embedded.backend?.faults.inject({ kind: 'unreachable' })
    expect(await isRefused()).toBe(true)
    shop.embedded.backend?.faults.clear()
    await shop.services.backend.gifts.revoke(gift, 'order cancelled')
    expect(await isRefused()).toBe(true)
  })
})
