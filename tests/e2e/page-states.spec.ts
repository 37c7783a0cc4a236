import { expect, test as newcomer, type Page, type Route } from '@playwright/test'
import { violationsOf, WCAG } from './axe.ts'
import { waitForHydration } from './hydrated.ts'
import { skipEntry, test } from './visitor.ts'

/** Accessibility of pages in use: errors, responses, everything expanded. */

/** What a state changes; accessibility.spec.ts checks the frame round it. */
const CHANGING = 'main, [aria-label=Notifications]'

/** No violation that a tool can find, and no horizontal scrolling on the smallest phone. */
async function expectAccessible(page: Page, state: string, within: string | undefined = CHANGING) {
  // Where the page is scrolled, the bar may cover half a field.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await violationsOf(page, { tags: WCAG, within }), state).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 844 })
}

async function open(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
}

const LONG_NAME = 'Maximiliana-Bartholomea Featherstonehaugh-Cholmondeley von Hohenzollern-Sigmaringen'
const LONG_EMAIL = 'maximiliana.bartholomea.featherstonehaugh-cholmondeley+news@a-very-long-domain.example'

test('contact: errors, then a persistent response @js', async ({ page }) => {
  await open(page, '/us/contact?subject=Return%2FExchange')
  const form = page.getByRole('form', { name: 'Send a message' })
  await expect(form.getByLabel('Subject')).toHaveValue('Return/Exchange')
  await form.getByRole('button', { name: 'Send Message' }).click()
  // An empty form does not claim that its input is kept.
  await expect(form.getByRole('alert').getByText(/^Please check/)).toHaveText('Please check 3 fields.')
  await expectAccessible(page, 'errors')
  await form.getByLabel('Name').fill(LONG_NAME)
  await form.getByLabel('Email').fill(LONG_EMAIL)
  await form.getByLabel('Message').fill('supercalifragilistic'.repeat(20))
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByText(`The answer goes to ${LONG_EMAIL}.`)).toBeVisible()
  await expect(form.getByLabel('Subject')).toHaveValue('Return/Exchange')
  await expectAccessible(page, 'sent')
})

test('waitlist and subscribe: errors, then a persistent response @js', async ({ page }) => {
  await open(page, '/uk/waitlist')
  const waitlist = page.getByRole('form', { name: 'Join the waitlist' })
  await waitlist.getByLabel('Name').fill(' ')
  await waitlist.getByLabel('Email').fill(LONG_EMAIL)
  await waitlist.getByRole('button', { name: 'Join the Waitlist' }).click()
  await expect(waitlist.getByText('Please enter your name')).toBeVisible()
  await expectAccessible(page, 'waitlist errors')
  await waitlist.getByLabel('Name').fill(LONG_NAME)
  await waitlist.getByRole('button', { name: 'Join the Waitlist' }).click()
  await expect(waitlist.getByText(`We will write to ${LONG_EMAIL}.`)).toBeVisible()
  await expectAccessible(page, 'on the waitlist')

  await open(page, '/us/subscribe')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Subscribe' }).click()
  await expect(main.getByLabel('Name')).toBeFocused()
  await expect(main.getByLabel('Name')).toHaveAccessibleDescription('Please enter your name')
  await expect(main.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email')
  await expectAccessible(page, 'subscribe errors')
  await main.getByLabel('Name').fill(LONG_NAME)
  await expect(main.getByText('Please enter your name', { exact: true })).toBeHidden()
  await main.getByLabel('Email').fill(LONG_EMAIL)
  await main.getByRole('button', { name: 'Subscribe' }).click()
  await expect(main.getByText(`Our emails now go to ${LONG_EMAIL}.`)).toBeVisible()
  await expectAccessible(page, 'subscribed')
})

test('unsubscribing, before and after @js', async ({ page }) => {
  await page.goto(`/uk/unsubscribe?token=${'0'.repeat(44)}`)
  await expectAccessible(page, 'asked')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You have left the list.')).toBeVisible()
  await expectAccessible(page, 'left')
})

test('the film of the gift page plays on request @js', async ({ page }) => {
  await open(page, '/us/gift')
  const film = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Watch it unlock' }) })
  await expect(page.locator('video')).toHaveCount(0)
  await film.getByRole('button', { name: 'Watch it unlock' }).click()
  await expect(page.locator('video')).toHaveAttribute('aria-label', /^A wand touches/)
  await expectAccessible(page, 'the film')
})

const reel = (page: Page) => page.getByRole('region', { name: 'Gallery' }).getByRole('list')

test('the arrows of the gift gallery always show another picture, without motion if that is preferred @js', async ({
  page,
}) => {
  await open(page, '/us/gift')
  const shown = (name: string) =>
    expect(reel(page).getByRole('listitem').filter({ hasText: name })).toBeInViewport({ ratio: 0.9 })
  await reel(page).scrollIntoViewIfNeeded()
  await shown('Vol. II, open')
  await page.getByRole('button', { name: 'Previous picture' }).click()
  await shown('Film: Watch it unlock')
  await page.getByRole('button', { name: 'Next picture' }).click()
  await shown('Vol. II, open')
  const moved = await reel(page).evaluate((reel) => {
    document.querySelector<HTMLButtonElement>('[aria-label="Next picture"]')?.click()
    return reel.scrollLeft
  })
  expect(moved, 'at once').toBeGreaterThan(100)
  await shown('The letter, to print at home')
})

test('a double click on an arrow of the gift gallery moves by two pictures @js', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, '/us/gift')
  await reel(page).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Next picture' }).dblclick({ delay: 60 })
  await expect(reel(page).getByRole('listitem').filter({ hasText: 'Closed, on a shelf' })).toBeInViewport({
    ratio: 0.9,
  })
  await page.getByRole('button', { name: 'Previous picture' }).dblclick({ delay: 60 })
  await expect(reel(page).getByRole('listitem').filter({ hasText: 'Vol. II, open' })).toBeInViewport({
    ratio: 0.9,
  })
})

test('a link to a question expands it, and one of a category is open at a time @plain', async ({ page }) => {
  await page.goto('/uk/faq#q-customs')
  const customs = page.getByText('Not in the UK. An order to the EU may be charged')
  await expect(customs).toBeVisible()
  const opening = page.getByText('Rest the tip of the wand on the triangle.')
  await expect(opening).toBeHidden()
  await page.getByText('How does it open?').click()
  await expect(opening).toBeVisible()
  await expect(customs, 'of another category').toBeVisible()
  await page.getByText('Where do you ship?').click()
  await expect(customs).toBeHidden()
  await expect(opening).toBeVisible()
})

test('the contents of the terms are collapsed on a phone, and beside the text on a desktop @plain', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/uk/terms-and-conditions')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const link = contents.getByRole('link', { name: 'Delivery' })
  await expect(link).toBeHidden()
  await contents.getByText('Contents').and(page.locator(':visible')).click()
  await link.click()
  await expect(page.getByRole('heading', { name: 'Delivery' })).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.goto('/uk/terms-and-conditions')
  await expect(link).toBeVisible()
})

test('questions and their answers, all expanded @js', async ({ page }) => {
  await page.goto('/us/faq')
  await page.evaluate(() => {
    // Of those with the same name only one is open.
    for (const question of document.querySelectorAll('details')) {
      question.name = ''
      question.open = true
    }
  })
  await expectAccessible(page, 'answers')
})

// A new browser, as it caches the visitor's country for an hour.
newcomer.describe('somebody from elsewhere', () => {
  const line = (page: Page) => page.getByRole('complementary', { name: 'Your store' })
  newcomer.beforeEach(async ({ context, baseURL }) => {
    await context.addCookies([{ name: 'cookieConsent', value: 'dismissed', url: baseURL ?? '' }])
    await skipEntry(context)
  })
  const said = (page: Page) => page.getByRole('region', { name: 'Notifications' })

  newcomer(
    'is told at once, and offered their own store on every page until they say that they stay @js',
    async ({ page }) => {
      await page.setExtraHTTPHeaders({ 'CF-IPCountry': 'GB' })
      await open(page, '/us/faq')
      await expect(said(page)).toContainText(
        'You are in the United States store, which ships to the US only.',
      )
      await expect(said(page).getByRole('link', { name: 'Go to the United Kingdom store' })).toBeVisible()
      await expect(line(page)).toHaveCount(0)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our Story' }).click()
      await expect(line(page).getByRole('button', { name: 'Go to the United Kingdom store' })).toBeVisible()
      await open(page, '/us/contact?from=abroad')
      await expect(line(page)).toContainText(
        'You are in the United States store, which ships to the US only.',
      )
      await expectAccessible(page, 'offered another store', 'body')
      await line(page).getByRole('button', { name: 'Stay here' }).click()
      await expect(page).toHaveURL('/us/contact?from=abroad')
      await expect(line(page)).toHaveCount(0)
    },
  )

  newcomer('who follows the toast to their own store is offered no other there @js', async ({ page }) => {
    await page.setExtraHTTPHeaders({ 'CF-IPCountry': 'GB' })
    await open(page, '/us/faq')
    await said(page).getByRole('link', { name: 'Go to the United Kingdom store' }).click()
    await expect(page).toHaveURL('/uk')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our Story' }).click()
    await expect(page).toHaveURL('/uk/about')
    await expect(line(page)).toHaveCount(0)
  })

  newcomer(
    'what was chosen in another tab meanwhile counts more than the country @js',
    async ({ page, context, baseURL }) => {
      await page.route('**/market', async (route) => {
        await context.addCookies([{ name: 'selected_market', value: 'us', url: baseURL ?? '' }])
        await route.fulfill({ json: { market: 'uk', country: 'GB' } })
      })
      const answered = page.waitForResponse('**/market')
      await open(page, '/us/faq')
      await answered
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
      expect(await page.evaluate(() => document.cookie)).toContain('selected_market=us')
      await expect(said(page)).toHaveCount(0)
    },
  )

  for (const [market, how, answer] of [
    ['us', 'unknown', (route: Route) => route.fulfill({ json: { market: 'uk', country: null } })],
    ['uk', 'out of reach', (route: Route) => route.abort()],
  ] as const)
    newcomer(`whose country is ${how} stays in the store of the page: ${market} @js`, async ({ page }) => {
      await page.route('**/market', answer)
      await open(page, `/${market}/faq`)
      await expect.poll(() => page.evaluate(() => localStorage.getItem('selected_market'))).toBe(market)
      expect(await page.evaluate(() => document.cookie)).toContain(`selected_market=${market}`)
      await expect(said(page)).toHaveCount(0)
      await page.goto('/products')
      await expect(page).toHaveURL(`/${market}/products`)
      await expect(line(page)).toHaveCount(0)
    })

  newcomer('who is from Canada is told that the US store does not ship there @js', async ({ page }) => {
    await page.setExtraHTTPHeaders({ 'CF-IPCountry': 'CA' })
    await open(page, '/us/faq')
    await expect(said(page)).toContainText('so not to Canada yet. You are welcome to look around.')
  })

  newcomer(
    'who is in the store of their country is asked nothing, and it is theirs @js',
    async ({ page }) => {
      await page.setExtraHTTPHeaders({ 'CF-IPCountry': 'GB' })
      await open(page, '/uk/faq')
      await expect.poll(() => page.evaluate(() => localStorage.getItem('selected_market'))).toBe('uk')
      await expect(said(page)).toHaveCount(0)
      await expect(line(page)).toHaveCount(0)
    },
  )
})

/** Number of lines of each product's name. */
const countNameLines = () =>
  [...document.querySelectorAll<HTMLElement>('main li :is(h2, h3):has(+ p)')]
    .filter((name) => /[$£]\d/.test(name.nextElementSibling?.textContent ?? ''))
    .map((name) => Math.round(name.offsetHeight / Number.parseFloat(getComputedStyle(name).lineHeight)))

test('a product’s name takes at most two lines beside its price, or is above it @plain', async ({ page }) => {
  for (const path of ['/us', '/uk/products']) {
    await page.goto(path)
    for (const width of [360, 810, 834, 900]) {
      await page.setViewportSize({ width, height: 900 })
      const lines = await page.evaluate(countNameLines)
      expect(lines.length, path).toBeGreaterThan(4)
      expect(Math.max(...lines), `${path} at ${width}`).toBeLessThan(3)
    }
  }
})

test('before the stylesheet has come, headings, buttons and lists look as they do with it @plain', async ({
  page,
}) => {
  const looks = () =>
    page.evaluate(() =>
      ['h1', '[data-cookie-notice] button', 'footer ul', 'main p'].map((selector) => {
        const element = document.querySelector(selector)
        const { fontFamily, fontSize, fontWeight, listStyleType } = getComputedStyle(element ?? document.body)
        return [selector, element !== null, fontFamily, fontSize, fontWeight, listStyleType]
      }),
    )
  await page.context().clearCookies()
  await page.goto('/us/about')
  const withIt = await looks()
  await page.route('**/*.css', (route) => route.abort())
  await page.reload()
  expect(await looks()).toEqual(withIt)
  await page.unroute('**/*.css')
})
