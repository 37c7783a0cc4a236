import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { letterPath } from '#app/services/letter/letters.server.ts'
import { makeGift } from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'

/** The letter of a gift, to print: without its words for anybody, and with them for who has the link. */

const shop = openTestShop()
const open = async (path: string) => PDFDocument.load(await (await shop.fetch(path)).arrayBuffer())

async function fieldsOf(path: string): Promise<Record<string, string>> {
  const form = (await open(path)).getForm()
  const names = form.getFields().map((field) => field.getName())
  return Object.fromEntries(names.map((name) => [name, form.getTextField(name).getText() ?? '']))
}

test.each([
  ['us', 279.4, 'en-US'],
  ['uk', 297, 'en-GB'],
] as const)(
  'without words the letter of %s is a sheet and a folded card with form fields',
  async (...row) => {
    const [market, height, language] = row
    const path = `/${market}/gift-download/letter.pdf`
    const document = await open(path)
    const millimetres = (points: number) => Math.round((points * 25.4) / 7.2) / 10
    const sizes = document.getPages().map((page) => Object.values(page.getSize()).map(millimetres))
    expect(sizes).toEqual([[210, height], ...Array(2).fill([height, 210])])
    expect([document.getTitle(), document.getLanguage()]).toEqual(['A Letter of Gift', language])
    expect(await fieldsOf(path)).toMatchObject({ to: '', from: '', words: '', 'line 1': '' })
    // Printed from its HTML as it is: node scripts/letter.mjs
    const html = readFileSync(new URL('../../design/letter/letter.html', import.meta.url))
    const printed = createHash('sha256').update(html).update(market).digest('hex')
    expect(String(document.context.trailerInfo.ID)).toBe(`[ <${printed}> <${printed}> ]`)
  },
)

test('the letter of a gift is for anyone with the link, which has no magic words, and for nobody with another', async () => {
  const gift = await makeGift(shop, { market: 'uk', purchaserName: 'Zoë O’Brien' })
  const token = shop.services.letters.tokenFor(gift.id)
  const path = letterPath(gift.market, token)
  expect(await fieldsOf(path)).toMatchObject({ words: gift.code, from: 'Zoë O’Brien', to: '' })
  const { headers } = await shop.fetch(path)
  // Its URL grants access, so it must not be sent as a referrer.
  const told = ['Cache-Control', 'X-Robots-Tag', 'Referrer-Policy'].map((name) => headers.get(name))
  expect(told).toEqual(['private, no-store', 'noindex', 'no-referrer'])
  for (const word of gift.code.split(' ').filter((part) => part.length > 3)) expect(path).not.toContain(word)

  const forged = token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
  const ofAnotherGift = `AAAAAAAAQACAAAAAAAAAAA.${token.split('.')[1]}`
  for (const wrong of [forged, ofAnotherGift, '']) {
    const page = await shop.browser().visit(letterPath('us', wrong))
    expect(page.path, wrong).toBe('/us/gift-download')
    expect(page.text).toContain('The letter would not come. Please try again, or write to us')
  }
})
