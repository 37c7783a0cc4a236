import { describe, expect, test } from 'vitest'
import { MARKETS, PLAIN_PAGES, WAND } from './addresses.ts'
import { Visitor, withWand } from './visitor.ts'

/** Which of the two stores a visitor is in, and how they get to the other. */

const from = (country: string) => new Visitor({ headers: { 'CF-IPCountry': country } })

describe('which store', () => {
  test.each([
    ['GB', '/uk'],
    ['US', '/us'],
    ['CA', '/us'],
    ['FR', '/uk'],
    ['XX', '/uk'],
  ])(
    'a visitor from %s who opens the bare address comes to %s, which is remembered',
    async (country, home) => {
      const visitor = from(country)
      expect((await visitor.visit('/?q=owl')).path).toBe(`${home}?q=owl`)
      expect(visitor.cookies.get('selected_market')).toBe(home.slice(1))
    },
  )

  test('the store that is remembered wins over the country, and no address over the one that was asked for', async () => {
    const visitor = from('US')
    visitor.cookies.set('selected_market', 'uk')
    expect((await visitor.visit('/')).path).toBe('/uk')
    expect((await visitor.visit('/us/faq')).trail).toEqual([])
    const stranger = from('GB')
    stranger.cookies.set('selected_market', 'nonsense')
    expect((await stranger.visit('/')).path).toBe('/uk')
  })

  test('addresses without a store lead to the same page of the remembered one, else of the US one', async () => {
    for (const path of PLAIN_PAGES) {
      expect((await new Visitor().visit(`${path}?a=1&b=%C3%A9`)).path).toBe(`/us${path}?a=1&b=%C3%A9`)
      const visitor = new Visitor()
      visitor.cookies.set('selected_market', 'uk')
      expect((await visitor.visit(path)).path).toBe(`/uk${path}`)
    }
  })
})

describe('switching', () => {
  test.each([[...MARKETS], [...MARKETS].reverse()])(
    'from the $id store remembers the choice, opens the other home page and empties the cart',
    async (left, entered) => {
      const visitor = await withWand(left.id)
      await visitor.visit(`/${left.id}/faq`)
      const home = await visitor.submit(new RegExp(`^${entered.country}`))
      expect(home.path).toBe(`/${entered.id}`)
      expect(visitor.cookies.get('selected_market')).toBe(entered.id)
      expect(home.items).toBe(0)
      expect((await visitor.visit(`/${left.id}/cart`)).main).toContain('0 items')
    },
  )

  test('to the store where one is changes neither page nor cart', async () => {
    const visitor = await withWand()
    await visitor.visit('/us/faq')
    const page = await visitor.submit(/^United States/)
    expect([page.path, page.items]).toEqual(['/us/faq', 1])
  })

  test('a visitor of a store that is not the remembered one gets a way to it, and no redirect', async () => {
    const visitor = new Visitor()
    visitor.cookies.set('selected_market', 'uk')
    const page = await visitor.visit('/us/faq')
    expect(page.path).toBe('/us/faq')
    expect((await visitor.submit('Go to the United Kingdom store')).path).toBe('/uk')
    expect(page.text).toContain('ships to the US only')
  })
})

describe('the cookie notice', () => {
  test.each([
    ['Accept', 'accepted'],
    [/Close|Dismiss/, 'dismissed'],
  ])('is shown until it is answered, and %s is remembered as %s', async (button, answer) => {
    const visitor = new Visitor()
    const page = await visitor.visit('/us/products?filter=wands')
    expect(page.text).toContain(
      'We use cookies and local storage to enhance your browsing experience and analyze site traffic. By continuing to use this website, you consent to our use of cookies.',
    )
    expect(page.links('body')).toContain('/us/privacy-policy')
    const next = await visitor.submit(button)
    expect(next.path).toBe('/us/products?filter=wands')
    expect(next.text).not.toContain('We use cookies and local storage')
    expect(visitor.cookies.get('cookieConsent')).toBe(answer)
    expect((await visitor.visit('/uk/faq')).text).not.toContain('We use cookies and local storage')
  })

  test('a page sets no cookie before it is asked to', async () => {
    const visitor = new Visitor()
    for (const path of ['/us', '/uk/products', '/us/faq', `/us${WAND}`, '/uk/cart']) await visitor.visit(path)
    expect([...visitor.cookies.keys()]).toEqual([])
  })
})
