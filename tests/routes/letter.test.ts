import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { decodePDFRawStream, PDFArray, PDFDocument, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib'
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { letterPath } from '#app/services/letter/letters.server.ts'
import { makeGift } from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'

const shop = openTestShop()

async function fieldsOf(response: Response): Promise<Record<string, string>> {
  const document = await PDFDocument.load(await response.arrayBuffer())
  const fields = document.getForm().getFields()
  return Object.fromEntries(
    fields.map((field) => [
      field.getName(),
      document.getForm().getTextField(field.getName()).getText() ?? '',
    ]),
  )
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

function pathOf(gift: { id: string; market: 'us' | 'uk' }): string {
  return letterPath(gift.market, shop.services.letters.tokenFor(gift.id))
}

describe('the printable letter', () => {
  test.each([
    ['us', 279.4, 'en-US'],
    ['uk', 297, 'en-GB'],
  ] as const)('of %s is a sheet and a folded card with form fields', async (market, height, language) => {
    const response = await shop.fetch(`/${market}/gift-download/letter.pdf`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/pdf')
    expect(response.headers.get('Content-Disposition')).toContain('inline')
    expect(response.headers.getSetCookie()).toEqual([])
    const document = await PDFDocument.load(await response.clone().arrayBuffer())
    const sizes = document.getPages().map((page) => {
      const { width, height: tall } = page.getSize()
      return [width, tall].map((points) => Math.round((points * 25.4) / 7.2) / 10)
    })
    expect(sizes).toEqual([
      [210, height],
      [height, 210],
      [height, 210],
    ])
    expect([document.getTitle(), document.getLanguage()]).toEqual(['A Letter of Gift', language])
    expect(await fieldsOf(response)).toMatchObject({ to: '', from: '', words: '', 'line 1': '' })
  })

  test.each(['us', 'uk'])(
    'of %s is printed from its HTML as it is: node scripts/letter.mjs',
    async (market) => {
      const html = readFileSync(new URL('../../design/letter/letter.html', import.meta.url))
      const printed = createHash('sha256').update(html).update(market).digest('hex')
      const response = await shop.fetch(`/${market}/gift-download/letter.pdf`)
      const { context } = await PDFDocument.load(await response.arrayBuffer())
      expect(String(context.trailerInfo.ID)).toBe(`[ <${printed}> <${printed}> ]`)
    },
  )

  test('says where to redeem, on the sheet and inside the card', async () => {
    const response = await shop.fetch('/uk/gift-download/letter.pdf')
    const document = await PDFDocument.load(await response.arrayBuffer())
    const address = Buffer.from('shop.test/uk/redeem', 'latin1').toString('hex').toUpperCase()
    expect(
      document.getPages().map((page) => readContents(document, page).includes(`<${address}> Tj`)),
    ).toEqual([true, false, true])
  })

  test('has the address as a QR code, without any words, on the sheet and inside the card', async () => {
    const { data } = encode(`${shop.origin}/uk/redeem`, { border: 0 })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `${x} ${y}` : [])))
    const gift = await makeGift(shop, { market: 'uk' })
    for (const path of ['/uk/gift-download/letter.pdf', pathOf(gift)]) {
      const document = await PDFDocument.load(await (await shop.fetch(path)).arrayBuffer())
      const drawn = document.getPages().map((page) => {
        const code = readContents(document, page).split('rg\n[] 0 d\n')[1] ?? ''
        return [...code.matchAll(/^(\d+ \d+) m$/gm)].map(([, place]) => place)
      })
      expect(drawn).toEqual([dark, [], dark])
    }
  })

  test('is cached by browsers and revalidated by its ETag', async () => {
    const first = await shop.fetch('/uk/gift-download/letter.pdf')
    const etag = first.headers.get('ETag') ?? ''
    const { byteLength } = await first.arrayBuffer()
    expect(first.headers.get('Content-Length')).toBe(String(byteLength))
    const again = await shop.fetch('/uk/gift-download/letter.pdf', { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
  })
})

describe('the letter of a gift', () => {
  test('contains the magic words and the giver, for anyone with the link', async () => {
    const gift = await makeGift(shop, { market: 'uk', purchaserName: 'Zoë O’Brien' })
    const response = await shop.fetch(pathOf(gift))
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
    // Its URL grants access, so it must not be sent as a referrer.
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(await fieldsOf(response)).toMatchObject({ words: gift.code, from: 'Zoë O’Brien', to: '' })
  })

  test.each([
    ['Ελένη Παπαδοπούλου', 'Ελένη Παπαδοπούλου'],
    ['Софія Żółkiewska', 'Софія Żółkiewska'],
    ['王小明 Łukasz 💫', 'Łukasz'],
    ['王Ada Łukasz', 'Łukasz'],
    ['محمد علي', ''],
    ['王小明 💫', ''],
  ])('prints the words of the name %s that a font has', async (purchaserName, from) => {
    const gift = await makeGift(shop, { purchaserName })
    expect(await fieldsOf(await shop.fetch(pathOf(gift)))).toMatchObject({ words: gift.code, from })
  })

  test('fits the longest names', async () => {
    const gift = await makeGift(shop, { purchaserName: 'W'.repeat(250) })
    expect((await shop.fetch(pathOf(gift))).status).toBe(200)
  })

  test('has a URL without magic words', async () => {
    const gift = await makeGift(shop)
    for (const word of gift.code.split(' ').filter((part) => part.length > 3))
      expect(pathOf(gift)).not.toContain(word)
  })

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
    expect(page.path).toBe('/us/gift-download')
    expect(page.text).toContain(
      'The letter would not come. Please try again, or write to us and we will send it.',
    )
  })

  test('is not served once the gift was revoked, or while the backend is down', async () => {
    const gift = await makeGift(shop)
    const takeBack = shop.embedded.backend?.faults.inject({ kind: 'unreachable' })
    expect((await shop.browser().visit(pathOf(gift))).text).toContain('The letter would not come.')
    takeBack?.()
    await shop.services.backend.gifts.revoke(gift, 'order cancelled')
    expect((await shop.browser().visit(pathOf(gift))).text).toContain('The letter would not come.')
  })
})
