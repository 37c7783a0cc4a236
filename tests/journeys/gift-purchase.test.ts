import { expect, test } from 'vitest'
import { buyGift, sayWords } from './gift.ts'
import { Visitor } from './visitor.ts'

/** Vol. II is bought as a gift, and its magic words reach the giver. */

test.each([
  ['us', 'printable-only', 'box-only', 'Printable letter', '$59.00'],
  ['us', 'gift-edition', 'premium-wand', 'Gift Edition Envelope', '$98.00'],
  ['uk', 'printable-only', 'classic-wand', 'Printable letter', '£88.00'],
  ['uk', 'gift-edition', 'box-only', 'Gift Edition Envelope', '£59.00'],
] as const)('in the %s store, wrapped as %s, a %s is paid for and its words are mailed', async (...gift) => {
  const [market, wrapping, option, wrappingName, price] = gift
  const { cart, checkout, thanks, mails, words, email } = await buyGift({ market, wrapping, option })
  for (const page of [cart, checkout]) expect(page.main).toContain(wrappingName)
  expect(checkout.main).toContain(price)
  expect(thanks.main).toContain(email)
  expect(mails[0]?.text).toContain(`/${market}/redeem`)
  expect(mails[0]?.text).not.toContain(`/${market === 'us' ? 'uk' : 'us'}/redeem`)
  expect((await sayWords(words, market)).page.path).toBe(`/${market}/redeem/review`)
})

test('two boxes of one order are two gifts with different words, each mailed with a letter of its own', async () => {
  const { allWords, mails, checkout } = await buyGift({ market: 'uk', count: 2 })
  expect(checkout.main).toContain('£118.00')
  const letters = mails.map(({ text }) => /https?:\S+letter\.pdf\S*/.exec(text)?.[0] ?? '')
  const bodies = []
  for (const [index, words] of allWords.entries()) {
    expect((await sayWords(words, 'uk')).page.path).toBe('/uk/redeem/review')
    const { status, headers, body } = await new Visitor().request(letters[index] ?? '')
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(body.startsWith('%PDF-')).toBe(true)
    bodies.push(body)
  }
  for (const two of [allWords, letters, bodies]) expect(new Set(two).size).toBe(2)
})

test('words are in no address, cookie or page that giver and recipient pass', async () => {
  const { words, thanks } = await buyGift()
  expect(thanks.html).not.toContain(words)
  const { visitor, page } = await sayWords(words)
  const cookies = [...visitor.cookies.values()].map((value) => {
    const plain = decodeURIComponent(value)
    return `${plain} ${Buffer.from(plain.split('.')[0] ?? '', 'base64')}`
  })
  for (const word of words.split(' ').filter((part) => part.length > 4))
    expect(`${page.trail} ${page.url} ${cookies}`).not.toContain(word)
})
