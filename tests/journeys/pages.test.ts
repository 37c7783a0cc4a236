import { describe, expect, inject, test } from 'vitest'
import { MARKETS, PAGES, VOL_1, VOL_2 } from './addresses.ts'
import { Visitor } from './visitor.ts'

/** What each page has whatever it is about: a head, landmarks, a heading, and its twin in the other store. */

const { origin } = inject('shop')

describe.each(MARKETS)('in the $id store', ({ id, lang, currency }) => {
  const open = (path: string) => new Visitor().visit(`/${id}${path}`)

  test('every page has a head, its address in each store, landmarks, the bar, the banner and the footer', async () => {
    const titles = new Set<string>()
    const other = id === 'us' ? 'uk' : 'us'
    for (const path of PAGES[id]) {
      const page = await open(`${path}?utm_source=owl`)
      expect([page.status, page.url.pathname, page.lang], path).toEqual([200, `/${id}${path}`, lang])
      expect(page.headings(1), path).toEqual([expect.stringMatching(/./)])
      for (const landmark of ['header', 'nav', 'footer'])
        expect(page.texts(landmark), `${landmark} of ${path}`).not.toEqual([])
      expect(page.texts('main'), path).toHaveLength(1)
      expect(page.meta('description')?.length, path).toBeGreaterThan(50)
      expect(page.meta('og:title'), path).toBeTruthy()
      expect(page.meta('og:image'), path).toMatch(/^http/)
      expect(page.meta('og:locale'), path).toBe(lang.replace('-', '_'))
      titles.add(page.title)

      const twin = path === VOL_2[id] ? VOL_2[other] : path
      const at = { [id]: `${origin}/${id}${path}`, [other]: `${origin}/${other}${twin}` }
      expect(page.related('canonical'), path).toEqual([at[id]])
      const alternates = page.related('alternate').join()
      for (const one of path === VOL_1 ? [] : [`en-us ${at.us}`, `en-gb ${at.uk}`, 'x-default '])
        expect(alternates, path).toContain(one)

      const linked = ['', '/products', '/product/magic-wand', '/product/magic-wand-collectors-set', '/gift']
      linked.push('/redeem', '/about', '/faq', '/contact', '/press', '/privacy-policy', '/cart')
      expect(page.links('body'), path).toEqual(expect.arrayContaining(linked.map((to) => `/${id}${to}`)))
      for (const words of ['USD, ships to US only', 'GBP, ships to UK & EU'])
        expect(page.text, path).toContain(words)
      const [footer = ''] = page.texts('footer')
      const said = ['Some Treasures Deserve More Than a Drawer', 'not affiliated', '©', 'Stay Connected']
      for (const words of said) expect(footer, path).toContain(words)
      expect(page.hasButton('Subscribe'), path).toBe(true)
      expect(page.links('body').join(), path).not.toContain('/admin')
    }
    expect(titles.size).toBe(PAGES[id].length)
  })

  test('the home page has its sections', async () => {
    const page = await open('')
    expect(page.link('PURCHASE')).toBe(`/${id}/products`)
    for (const heading of ['Featured Collection', 'How It Works', 'Stay Connected'])
      expect(page.headings()).toContain(heading)
    for (const step of ['Choose Your Edition', 'Touch Your Wand', 'Watch It Unlock', 'Store Your Treasures'])
      expect(page.main).toContain(step)
    expect(page.main).toContain(`ree shipping over ${currency}90`)
    expect(page.main).toContain(id === 'us' ? 'US shipping' : 'UK & EU shipping')
    for (const words of ['Magical AF', 'Secure Checkout']) expect(page.main).toContain(words)
  })

  test('about, press, gift and the letter say and link what they are for', async () => {
    expect((await open('/about')).links()).toContain(`/${id}/products`)
    const press = await open('/press')
    for (const words of ['2025', '200']) expect(press.main).toContain(words)
    expect(press.links().filter((href) => href.startsWith('mailto:')).length).toBeGreaterThanOrEqual(3)
    const gift = await open('/gift')
    expect(gift.links()).toEqual(expect.arrayContaining([`/${id}${VOL_2[id]}`, `/${id}/redeem`]))
    expect(gift.main).toContain('Wax-seal sticker')
    const letter = await open('/gift-download')
    expect(letter.main).toContain('The code arrives by email after purchase.')
    const pdf = await new Visitor().request(letter.link(/Download the letter/))
    expect([pdf.status, pdf.body.slice(0, 5)]).toEqual([200, '%PDF-'])
    expect(pdf.headers['content-type']).toContain('application/pdf')
  })

  test('questions, terms and privacy have what they are asked for', async () => {
    const page = await open('/faq')
    const categories = ['About', 'Orders & Shipping', 'Returns & Exchanges', 'Product Care']
    expect(page.headings(2)).toEqual(expect.arrayContaining(categories))
    expect(page.texts('main details summary').length).toBeGreaterThan(8)
    expect(page.link('Contact Us')).toBe(`/${id}/contact`)
    expect(page.main).toContain(`${currency}90`)
    expect(page.data.map((data) => data['@type'])).toContain('FAQPage')
    const { main } = await open('/terms-and-conditions')
    for (const words of ['14 days', '30 days', 'under 14', 'magnet', 'Customs duties'])
      expect(main).toContain(words)
    if (id === 'uk') expect(main).toMatch(/final sale[\s\S]*7 days/i)
    expect((await open('/privacy-policy')).main).toMatch(/cookies/i)
  })
})

test('products tell search engines their price in the currency of the store', async () => {
  for (const { id, code } of MARKETS) {
    const { data } = await new Visitor().visit(`/${id}/product/magic-wand`)
    const product = data.find((one) => one['@type'] === 'Product')
    expect(JSON.stringify(product?.offers)).toContain(`"priceCurrency":"${code}"`)
    expect(data.map((one) => one['@type'])).toContain('BreadcrumbList')
  }
})

test('the sitemap has the pages of both stores, and robots know it', async () => {
  const visitor = new Visitor()
  const { body, headers } = await visitor.request('/sitemap.xml')
  expect(headers['content-type']).toContain('xml')
  for (const { id } of MARKETS)
    for (const path of PAGES[id]) expect(body).toContain(`<loc>${origin}/${id}${path}</loc>`)
  expect(body).not.toContain(`/us${VOL_1}<`)
  for (const path of ['/cart', '/admin', '/redeem/review']) expect(body).not.toContain(path)
  expect((await visitor.request('/robots.txt')).body).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(JSON.parse((await visitor.request('/site.webmanifest')).body).name).toBe('Wizard Box')
  const health = await visitor.request('/healthz')
  expect([health.status, typeof JSON.parse(health.body)]).toEqual([200, 'object'])
})
