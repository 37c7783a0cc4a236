// `npm run shots`: pictures of every page and state at every size, with scripts and without, in .cache/shots.
// Options: --sizes 390x844,768x1024, --only REGEXP of names.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { DEFAULT_MARKET, MARKET_IDS, MARKETS } from '#app/models/market.ts'
import { HANDLES } from '#app/models/product.ts'
import { startShop } from '../bench/servers.mjs'
import { ensureBuilt } from '../ensure.mjs'
import { freePort } from '../free-port.mjs'
import { root } from '../install.mjs'
import { ensureBrowser } from '../programs.mjs'

/** Sends the main form of a page, with these fields filled in, and waits for these words. */
const send = (fields, reply) => async (page) => {
  const form = page.getByRole('main').locator('form').first()
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text)
  if (fields.Message) await form.getByLabel('Subject').selectOption({ index: 1 })
  await form.getByRole('button').last().click()
  await page.getByText(reply).first().waitFor()
}
const sayWords = send({ 'Magic words': 'silver birch comet' }, 'Upgrade your gift')
const addGift = async (page) => {
  await sayWords(page)
  await page.getByRole('radio', { name: 'Change to a Premium Wand' }).check()
  await page.getByRole('radio', { name: 'Dragon & Oak' }).check({ force: true })
  await page.getByRole('button', { name: 'Add Gift to Cart' }).click()
  await page.getByRole('heading', { name: 'Added to cart!' }).waitFor()
}
/** Without scripts, the cart page. */
const openCart = async (page) => {
  await page.getByRole('link', { name: /^Cart, / }).click()
  await page.getByRole('heading', { name: 'Shopping Cart' }).waitFor()
}
/** Fills the cart by the forms that a page without scripts sends. */
async function fillCart(page) {
  const { origin, pathname } = new URL(page.url())
  const market = pathname.split('/')[1]
  const lines = [
    `handle=${HANDLES.vol2[market]}&option=premium-wand&wand=dragon-yew&wrapping=gift-edition`,
    `handle=${HANDLES.bundle}&size=3&wands=dragon-oak&wands=unicorn-cherry&wands=dragon-yew`,
  ]
  if (MARKETS[market].sellsLimitedEdition)
    lines.push(`handle=${HANDLES.vol1}&option=classic-wand&edition=ember`)
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin }
  for (const line of lines) await page.request.post(page.url(), { data: `intent=add&${line}`, headers })
  await page.reload({ waitUntil: 'networkidle' })
}
const PERSON = { Name: 'Ada Reader', Email: 'ada@example.com' }

const SET = `/product/${HANDLES.bundle}`
const VOL_1 = `/product/${HANDLES.vol1}`
const NAMED = 'products gift gift-download redeem about faq contact press waitlist subscribe'.split(' ')
/** What is sent is limited, so it is sent in one store only. */
const inDefault = (market) => market === DEFAULT_MARKET
const withLimited = (market) => MARKETS[market].sellsLimitedEdition

/** The pictures of a store: name, path, what is done on the page, and where the state is, if not in both stores. */
const STATES = [
  ...NAMED.map((name) => [name, `/${name}`]),
  ['home', ''],
  ['wand', '/product/magic-wand'],
  ['set', SET],
  ['set-two-of-three', `${SET}?size=3&wands=dragon-oak&wands=dragon-yew`],
  ['set-six', `${SET}?size=6`],
  ['tote', '/product/keyhole-tote'],
  ['tote-midnight', '/product/keyhole-tote', (page) => page.getByRole('radio', { name: 'Midnight' }).check()],
  ['mug', '/product/magical-af-mug'],
  ['missing-product', '/product/none'],
  ['cart-empty', '/cart'],
  ['privacy', '/privacy-policy'],
  ['terms', '/terms-and-conditions'],
  ['lost', '/nope'],
  ['redeem-wrong', '/redeem', send({ 'Magic words': 'no such words' }, 'Invalid magic words')],
  ['contact-errors', '/contact', send({}, 'Name is required')],
  ['waitlist-errors', '/waitlist', send({}, 'Please enter your name')],
  ['contact-done', '/contact', send({ ...PERSON, Message: 'Hello' }, 'Message sent!'), inDefault],
  ['waitlist-done', '/waitlist', send(PERSON, /on the list!/), inDefault],
  ['subscribe-done', '/subscribe', send(PERSON, /Welcome!/), inDefault],
  ['redeem-review', '/redeem', sayWords, inDefault],
  ['vol2', 'VOL_2'],
  ['vol2-box-only', 'VOL_2?option=box-only&wrapping=printable-only'],
  ['vol2-premium', 'VOL_2?option=premium-wand'],
  ['vol2-yew', 'VOL_2?option=premium-wand&wand=dragon-yew'],
  ['vol1', VOL_1, null, withLimited],
  ['vol1-ember-cherry', `${VOL_1}?option=premium-wand&wand=unicorn-cherry&edition=ember`, null, withLimited],
  // Last, as no address empties a cart.
  ['cart', '/cart', fillCart],
  ['drawer', '/products', openCart],
  ['redeem-done', '/redeem', addGift, inDefault],
  ['drawer-gift', '/products', openCart, inDefault],
]

const SIZES = '360x640,390x844,768x1024,1440x900,1920x1080,2560x1300'
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: SIZES }, only: { type: 'string' } },
})

async function shoot(browser, base, size, javaScriptEnabled) {
  const [width, height] = size.split('x').map(Number)
  const viewport = { width, height }
  const context = await browser.newContext({ viewport, javaScriptEnabled, reducedMotion: 'reduce' })
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
    localStorage.setItem('cookieConsent', 'dismissed')
  })
  await context.addCookies([{ name: 'cookieConsent', value: 'dismissed', url: base }])
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const kind = `${size}${javaScriptEnabled ? '' : '-nojs'}`
  const folder = join(root, '.cache/shots', kind)
  mkdirSync(folder, { recursive: true })
  for (const market of MARKET_IDS) {
    for (const [state, place, act, isThere] of STATES) {
      const name = `${market}-${state}`
      if (isThere?.(market) === false || !new RegExp(values.only).test(name)) continue
      // Without scripts it is the browser that says them, in a bubble that no picture shows.
      if (!javaScriptEnabled && state === 'waitlist-errors') continue
      const path = place.replace('VOL_2', `/product/${HANDLES.vol2[market]}`)
      await page.goto(`${base}/${market}${path}`, { waitUntil: javaScriptEnabled ? 'networkidle' : 'load' })
      if (javaScriptEnabled)
        await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
      // One picture less is better than none.
      await act?.(page).catch((error) => console.error(`${kind} ${name}: ${error.message.split('\n')[0]}`))
      // Lazy pictures load only near the window.
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager'
        await Promise.allSettled([...document.images].map((image) => image.decode()))
        await document.fonts.ready
      })
      await page.screenshot({ path: join(folder, `${name}.jpg`), fullPage: true, type: 'jpeg', quality: 80 })
    }
  }
  await context.close()
  console.log(`pictures at ${kind}`)
}

ensureBuilt()
const shop = await startShop(await freePort())
const args = ['--no-sandbox', '--disable-gpu']
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args })
try {
  for (const size of values.sizes.split(','))
    for (const javaScriptEnabled of [true, false]) await shoot(browser, shop.origin, size, javaScriptEnabled)
} finally {
  await browser.close()
  await shop.stop()
}
