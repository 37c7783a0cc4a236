// What `npm run shots` takes pictures of: pages, and what is done there first.
import { DEFAULT_MARKET, MARKETS } from '#app/models/market.ts'
import { HANDLES } from '#app/models/product.ts'

/** Sends the main form of a page, with these fields filled in, and waits for these words. */
const send = (fields, reply) => async (page) => {
  const form = page.getByRole('main').locator('form').first()
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text)
  const subject = form.getByLabel('Subject')
  if (fields.Message) await subject.selectOption({ index: 1 })
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
  await page
    .locator('header')
    .getByRole('link', { name: /^Cart, / })
    .click()
  await page.getByRole('heading', { name: 'Shopping Cart' }).waitFor()
}
const PERSON = { Name: 'Ada Reader', Email: 'ada@example.com' }

const SET = 'product/magic-wand-collectors-set'
const BOTH = [
  ['home', ''],
  ['products', '/products'],
  ['wand', '/product/magic-wand'],
  ['set', `/${SET}`],
  ['set-two-of-three', `/${SET}?size=3&wands=dragon-oak&wands=dragon-yew`],
  ['set-six', `/${SET}?size=6`],
  ['tote', '/product/keyhole-tote'],
  ['tote-midnight', '/product/keyhole-tote', (page) => page.getByRole('radio', { name: 'Midnight' }).check()],
  ['mug', '/product/magical-af-mug'],
  ['missing-product', '/product/none'],
  ['cart-empty', '/cart'],
  ['cart', '/cart', null, 'filled'],
  ['gift', '/gift'],
  ['gift-download', '/gift-download'],
  ['redeem', '/redeem'],
  ['about', '/about'],
  ['faq', '/faq'],
  ['contact', '/contact'],
  ['press', '/press'],
  ['waitlist', '/waitlist'],
  ['subscribe', '/subscribe'],
  ['privacy', '/privacy-policy'],
  ['terms', '/terms-and-conditions'],
  ['lost', '/nope'],
  ['redeem-wrong', '/redeem', send({ 'Magic words': 'no such words' }, 'Invalid magic words')],
  ['contact-errors', '/contact', send({}, 'Name is required')],
  ['waitlist-errors', '/waitlist', send({}, 'Please enter your name')],
  ['drawer', '/products', openCart, 'kept'],
]
/** In one store only, as each is sent, and what is sent is limited. */
const SENT = [
  [
    'contact-done',
    '/contact',
    send({ ...PERSON, Message: 'Does it open for my old wand?' }, 'Message sent!'),
  ],
  ['waitlist-done', '/waitlist', send(PERSON, /on the list!/)],
  ['subscribe-done', '/subscribe', send(PERSON, /Welcome!/)],
  ['redeem-review', '/redeem', sayWords],
  ['redeem-done', '/redeem', addGift, 'kept'],
  ['drawer-gift', '/products', openCart, 'kept'],
]
const VOL_1 = `/product/${HANDLES.vol1}`

/** The pictures of a store: name, path, what is done on the page, and whether the cart is filled. */
export function statesOf(market) {
  const vol2 = `/product/${HANDLES.vol2[market]}`
  return [
    ...BOTH,
    ...(market === DEFAULT_MARKET ? SENT : []),
    ['vol2', vol2],
    ['vol2-box-only', `${vol2}?option=box-only&wrapping=printable-only`],
    ['vol2-premium', `${vol2}?option=premium-wand`],
    ['vol2-yew', `${vol2}?option=premium-wand&wand=dragon-yew`],
    ...(MARKETS[market].sellsLimitedEdition
      ? [
          ['vol1', VOL_1],
          ['vol1-ember-cherry', `${VOL_1}?option=premium-wand&wand=unicorn-cherry&edition=ember`],
        ]
      : []),
  ].map(([name, path, act, cart]) => ({
    name: `${market}-${name}`,
    path: `/${market}${path}`,
    act,
    cart,
    market,
  }))
}

/** Fills the cart by the forms that a page without scripts sends. */
export async function fillCart(request, base, market) {
  const lines = [
    {
      handle: HANDLES.vol2[market],
      option: 'premium-wand',
      wand: 'dragon-yew',
      wrapping: 'gift-edition',
    },
    {
      handle: HANDLES.bundle,
      size: '3',
      wands: ['dragon-oak', 'unicorn-cherry', 'dragon-yew'],
    },
    ...(MARKETS[market].sellsLimitedEdition
      ? [{ handle: HANDLES.vol1, option: 'classic-wand', edition: 'ember' }]
      : []),
  ]
  for (const { wands = [], ...line } of lines) {
    const form = new URLSearchParams({ intent: 'add', ...line })
    for (const wand of wands) form.append('wands', wand)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: base }
    await request.post(`${base}/${market}/cart`, { data: form.toString(), headers })
  }
}
