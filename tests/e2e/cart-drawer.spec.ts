import { expect, type Locator, type Page } from '@playwright/test'
import { countAnnouncements, recordAnnouncements } from './heard.ts'
import { test } from './visitor.ts'

// A software renderer is slow at motion, so only the tests about motion enable it.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

// All of these need scripts; cart.spec.ts has the tests without.
test.describe('the drawer @js', () => {
  const drawer = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' })
  const cartLink = (page: Page) => page.getByRole('link', { name: /^Cart, / })

  /** Fills the cart by form requests, which is fast, and opens a page. */
  async function withWand(page: Page, wand = 'dragon-oak', path = '/us/about', market = 'us') {
    const { origin } = new URL(test.info().project.use.baseURL ?? '')
    const form = { intent: 'add', handle: 'magic-wand', wand }
    await page.request.post(`/${market}/cart`, { form, headers: { Origin: origin } })
    await page.goto(path)
  }

  /** Whether the cart link is hydrated. Runs in the page. */
  function isHydrated(): boolean {
    return document.documentElement.dataset.hydrated !== undefined
  }

  /** Opens the drawer. A click before hydration follows the link, as it should; then the page is opened again. */
  async function openDrawer(page: Page) {
    const address = page.url()
    await expect(async () => {
      if (page.url() !== address) await page.goto(address)
      await page.waitForFunction(isHydrated)
      await cartLink(page).click()
      await expect(drawer(page)).toBeVisible({ timeout: 2_000 })
    }).toPass()
  }

  test('fits all of its text on the smallest phone', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await withWand(page, 'dragon-oak', '/uk/about', 'uk')
    await openDrawer(page)
    const box = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const title = await box(drawer(page).getByRole('heading', { name: 'Shopping Cart' }))
    expect(title.height, 'the title stands in one line').toBeLessThan(40)
    const more = await box(drawer(page).getByRole('button', { name: 'One more' }))
    const remove = await box(drawer(page).getByRole('button', { name: 'Remove Magic Wand' }))
    expect(remove.x - (more.x + more.width)).toBeGreaterThanOrEqual(8)
    const country = drawer(page).getByRole('combobox', { name: 'Ship to' })
    const isWhole = await country.evaluate((select: HTMLSelectElement) => {
      const { font, width, paddingLeft, paddingRight } = getComputedStyle(select)
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) return false
      pen.font = font
      const room = Number.parseFloat(width) - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return pen.measureText(select.selectedOptions[0]?.text ?? '').width <= room
    })
    expect(isWhole, 'the name of the country ends before the arrow').toBe(true)
    await drawer(page).getByLabel('Magic Words').fill('A'.repeat(64))
    await drawer(page).getByRole('button', { name: 'Apply' }).click()
    await expect(drawer(page).getByRole('button', { name: /^Remove AAA/ })).toBeInViewport({ ratio: 1 })
  })

  test('takes the focus and returns it, closed by button, Escape or a click outside', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await withWand(page)
    for (const leave of [
      () => drawer(page).getByRole('button', { name: 'Close cart' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(40, 300),
    ]) {
      await openDrawer(page)
      await expect(drawer(page).locator(':focus')).toHaveCount(1)
      await leave()
      await expect(drawer(page)).toBeHidden()
      await expect(cartLink(page)).toBeFocused()
    }
    await expect(page).toHaveURL(/\/us\/about$/)
  })

  test('the message is as wide while the drawer slides in as afterwards', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.goto('/us/product/magic-wand')
    await page.waitForFunction(isHydrated)
    await page.getByRole('button', { name: 'Add to Cart, Dragon & Oak' }).click()
    const toast = drawer(page).locator('[data-toast]')
    await toast.hover()
    // As in the middle of the transition, which these tests leave out.
    await drawer(page).evaluate((dialog) => dialog.style.setProperty('transform', 'translateX(1px)'))
    expect((await toast.boundingBox())?.width).toBeGreaterThan(300)
  })

  test('a held Enter adds one item and leaves the drawer open', async ({ page }) => {
    await page.goto('/us/product/magic-wand')
    await page.mouse.move(4, 4)
    await page.waitForFunction(isHydrated)
    await page
      .getByRole('button', { name: /Add to Cart/ })
      .first()
      .focus()
    await page.keyboard.down('Enter')
    await expect(drawer(page)).toBeVisible()
    await expect(drawer(page).locator(':focus')).toHaveCount(1)
    for (let repeats = 0; repeats < 3; repeats++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(drawer(page)).toBeVisible()
    await expect(drawer(page).getByText('1 item', { exact: true })).toBeVisible()
  })

  test('prevents scrolling of the page behind it without changing its width', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await withWand(page, 'dragon-oak', '/us/faq')
    await openDrawer(page)
    const heading = page.getByRole('heading', { level: 1, includeHidden: true })
    const open = await heading.boundingBox()
    await page.mouse.move(100, 300)
    await page.mouse.wheel(0, 600)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
    expect(await heading.boundingBox()).toEqual(open)
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  })

  test('the added item and the total are announced once, while the drawer opens', async ({ page }) => {
    await page.goto('/us/product/magic-wand')
    await page.mouse.move(4, 4)
    await page.waitForFunction(isHydrated)
    const said = await recordAnnouncements(page)
    const add = page.getByRole('button', { name: /Add to Cart/ })
    for (const total of ['1 item. Total $34.00', '2 items. Total $69.00']) {
      await add.nth(total.startsWith('1') ? 0 : 1).click()
      await expect(drawer(page)).toBeVisible()
      await expect(drawer(page).locator('[data-toast]')).toHaveCount(1)
      await expect(drawer(page).getByText(total, { exact: true })).toBeAttached()
      await page.keyboard.press('Escape')
      await expect(drawer(page)).toBeHidden()
      await expect(page.locator('[data-toast]')).toHaveCount(0)
      const { heard, lost } = await said()
      expect(countAnnouncements(heard, total)).toBe(1)
      expect(lost.filter((text) => /Added to cart|Total/.test(text))).toEqual([])
    }
    expect(countAnnouncements((await said()).heard, 'Added to cart!')).toBe(2)
  })

  /** Number of lines of an element's text. Runs in the page. */
  function linesOf(element: Element) {
    const text = document.createRange()
    text.selectNodeContents(element)
    return text.getClientRects().length
  }

  test('country and discount code stay above the checkout button, however many lines there are', async ({
    page,
  }) => {
    for (const wand of ['dragon-oak', 'dragon-yew', 'phoenix-elm', 'dragon-elder'])
      await withWand(page, wand, '/uk/about', 'uk')
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
      [320, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      await openDrawer(page)
      await expect(drawer(page).getByText('4 items', { exact: true })).toBeVisible()
      await expect(drawer(page).getByLabel('Ship to')).toBeInViewport({ ratio: 1 })
      await expect(drawer(page).getByLabel('Magic Words')).toBeInViewport({ ratio: 1 })
      expect(await drawer(page).getByText('Magic Words').evaluate(linesOf)).toBe(1)
      await expect(drawer(page).getByRole('button', { name: 'Checkout' })).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
    }
  })

  test('the code field is visible and leaves space for a whole line', async ({ page }) => {
    const { origin } = new URL(test.info().project.use.baseURL ?? '')
    const handle = 'vol-i-phoenix-edition'
    const form = { intent: 'add', handle, option: 'classic-wand', edition: 'ember' }
    await page.request.post('/uk/cart', { form, headers: { Origin: origin } })
    await page.goto('/uk/about')
    await openDrawer(page)
    const field = drawer(page).getByLabel('Magic Words')
    const box = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
      [360, 640],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(field).toBeInViewport({ ratio: 1 })
      await expect(drawer(page).getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 })
      await expect(drawer(page).getByRole('button', { name: 'Checkout' })).toBeInViewport({ ratio: 1 })
      await expect(drawer(page).locator('[data-line]')).toBeInViewport({ ratio: 1 })
      const country = drawer(page).getByLabel('Ship to')
      const labels = [drawer(page).getByText('Ship to'), drawer(page).getByText('Magic Words')] as const
      const side = width < 416 ? 'x' : 'y'
      expect((await box(labels[0]))[side], `the labels are in line at ${width}`).toBe(
        (await box(labels[1]))[side],
      )
      expect((await box(country))[side], `the fields are in line at ${width}`).toBe((await box(field))[side])
      await field.fill(width === 320 ? 'OWL10' : 'OWLFEATHER25')
      const hidden = await field.evaluate((input) => input.scrollWidth - input.clientWidth)
      expect(hidden, `the whole code is shown at ${width}`).toBe(0)
      const sideways = await drawer(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
      expect(sideways, `${width}`).toBe(0)
    }
  })

  test('a code and its refusal survive a removal of the only line that fails', async ({ page, context }) => {
    await withWand(page)
    await openDrawer(page)
    await context.setOffline(true)
    const field = drawer(page).getByLabel('Magic Words')
    const refusal = drawer(page).getByRole('alert').filter({ hasText: /./ })
    await field.fill('OWL10')
    await field.press('Enter')
    await expect(refusal).toBeVisible()
    await drawer(page).getByRole('button', { name: 'Remove Magic Wand' }).click()
    await expect(drawer(page).locator('[data-toast]')).toHaveCount(1)
    await expect(field).toHaveValue('OWL10')
    await expect(refusal).toBeVisible()
    await context.setOffline(false)
    await drawer(page).getByRole('button', { name: 'Remove Magic Wand' }).click()
    await expect(field).toBeHidden()
  })

  test('a valid code replaces its field until it is removed', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await withWand(page, 'dragon-oak', '/uk/about', 'uk')
    await openDrawer(page)
    const field = drawer(page).getByLabel('Magic Words')
    const checkout = drawer(page).getByRole('button', { name: 'Checkout' })
    await field.fill('OWL11')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(/We do not know OWL11/)
    await expect(field).toHaveValue('OWL11')
    await expect(field).toBeFocused()
    await expect(checkout).toBeInViewport({ ratio: 1 })
    await field.fill('OWL10')
    const place = await field.boundingBox()
    await field.press('Enter')
    const chip = drawer(page).getByRole('form', { name: 'Discount code' })
    await expect(chip).toHaveText('OWL10 applied.')
    await expect(chip).toBeFocused()
    await expect(field).toBeHidden()
    const taken = await chip.boundingBox()
    expect({ x: taken?.x, height: taken?.height }).toEqual({ x: place?.x, height: place?.height })
    await page.keyboard.press('Enter')
    await expect(chip, 'a second Enter leaves it').toHaveText('OWL10 applied.')
    await page.keyboard.press('Tab')
    await expect(drawer(page).getByRole('button', { name: 'Remove OWL10' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await expect(chip).toHaveCount(0)
  })

  test('an added line is scrolled into view, with motion and without', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const wand of ['dragon-oak', 'dragon-yew', 'phoenix-elm', 'unicorn-cherry'])
      await withWand(page, wand, '/uk/product/magic-wand', 'uk')
    await page.waitForFunction(isHydrated)
    const card = (wand: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: wand }) })
    // Adding the first wand again changes its line instead of adding one.
    for (const [wand, motion] of [
      ['Dragon & Elder', 'reduce'],
      ['Dragon & Oak', 'no-preference'],
    ] as const) {
      await page.emulateMedia({ reducedMotion: motion })
      await card(wand).getByRole('button', { name: 'Add to Cart' }).click()
      const line = drawer(page).locator('[data-line]').filter({ hasText: wand })
      await expect(line).toBeInViewport({ ratio: 0.99 })
      await expect(drawer(page).locator('[data-added]')).toContainText(wand)
      const shown = await line.evaluate((element) => {
        const { animationName, animationDuration } = getComputedStyle(element)
        return animationName === 'none' ? 'as it is' : animationDuration
      })
      expect(shown).toBe(motion === 'reduce' ? 'as it is' : '1.2s')
      expect(await drawer(page).evaluate((dialog) => scrollX + dialog.scrollLeft)).toBe(0)
      await page.keyboard.press('Escape')
      await expect(drawer(page)).toBeHidden()
    }
    await openDrawer(page)
    await expect(drawer(page).locator('[data-added]'), 'a look at the cart adds nothing').toHaveCount(0)
  })

  /** Names of the controls that a toast covers. Runs in the page. */
  function coveredBy(toast: Element): string[] {
    const { left, right, top, bottom } = toast.getBoundingClientRect()
    const used = [...document.querySelectorAll('dialog :is(button, a, input, select, h2, [data-added])')]
    const covered = used.filter((element) => {
      const box = element.getBoundingClientRect()
      const list = element.closest('[data-cart-body]')?.getBoundingClientRect()
      // Content that is scrolled out of the list cannot be covered.
      const [from, to] = [
        Math.max(box.top, list?.top ?? 0),
        Math.min(box.bottom, list?.bottom ?? innerHeight),
      ]
      const isOver = box.left < right && box.right > left && from < bottom && to > top && from < to
      return isOver && !toast.contains(element) && box.width > 1
    })
    return covered.map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '')
  }

  for (const [width, height] of [
    [390, 844],
    [320, 640],
    [667, 375],
  ] as const) {
    test(`the toast of an added item covers no controls: ${width} by ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height })
      await page.goto('/uk/product/vol-i-phoenix-edition?option=classic-wand&edition=ember')
      await page.waitForFunction(isHydrated)
      await page.getByRole('button', { name: 'Add to Cart' }).first().click()
      const toast = drawer(page).locator('[data-toast]').filter({ hasText: 'Added to cart!' })
      await toast.hover()
      await expect(toast).toBeInViewport({ ratio: 1 })
      expect(await toast.evaluate(coveredBy)).toEqual([])
      const checkout = drawer(page).getByRole('button', { name: 'Checkout' })
      const line = drawer(page).locator('[data-line]')
      const before = [await checkout.boundingBox(), await line.boundingBox()]
      await toast.getByRole('button', { name: 'Dismiss' }).click()
      await expect(toast).toHaveCount(0)
      expect([await checkout.boundingBox(), await line.boundingBox()]).toEqual(before)
    })
  }

  test('in a low window the drawer scrolls as a whole, down to the checkout button', async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    await withWand(page)
    await openDrawer(page)
    const close = drawer(page).getByRole('button', { name: 'Close cart' })
    await drawer(page).getByRole('button', { name: 'Checkout' }).scrollIntoViewIfNeeded()
    await expect(drawer(page).getByRole('button', { name: 'Checkout' })).toBeInViewport({ ratio: 1 })
    await expect(close).toBeInViewport({ ratio: 1 })
  })

  test('a change is shown before the server has responded', async ({ page }) => {
    await withWand(page)
    await openDrawer(page)
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/us/cart/changes', async (route) => {
      await isAnswered
      await route.continue()
    })
    await drawer(page).getByRole('button', { name: 'One more' }).click()
    await expect(drawer(page).getByText('2 items', { exact: true })).toBeVisible()
    await expect(drawer(page).getByText('$70.00', { exact: true }).last()).toBeVisible()
    await drawer(page).getByRole('spinbutton').fill('3')
    await drawer(page).getByRole('spinbutton').blur()
    await expect(drawer(page).getByText('$105.00', { exact: true }).last()).toBeVisible()
    const saved = page.waitForResponse(async (response) => (await response.text()).includes('"itemCount":3'))
    answer()
    await (await saved).finished()
    await page.unroute('**/us/cart/changes')
    await page.reload()
    await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
  })

  test('a click on the cart link for a new tab opens no drawer', async ({ page, context }) => {
    await withWand(page)
    await page.waitForFunction(isHydrated)
    const opened = context.waitForEvent('page')
    await cartLink(page).click({ modifiers: ['ControlOrMeta'] })
    await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Shopping Cart')
    await expect(drawer(page)).toBeHidden()
  })

  test('ten quick clicks are ten items', async ({ page }) => {
    await withWand(page)
    await openDrawer(page)
    const more = drawer(page).getByRole('button', { name: 'One more' })
    for (let i = 0; i < 10; i++) await more.click({ noWaitAfter: true })
    await expect(drawer(page).getByText('11 items', { exact: true })).toBeVisible()
    await page.waitForFunction(async () => {
      const reply = await fetch('/us/cart/changes')
      return (await reply.json()).cart.itemCount === 11
    })
    await page.reload()
    await expect(page.getByRole('link', { name: 'Cart, 11 items' })).toBeVisible()
  })

  /** Replaces every text node, as browser translation does. Runs in the page. */
  function translate() {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, noscript, svg')) continue
      const words = document.createElement('font')
      words.textContent = text.data
      text.replaceWith(words)
    }
  }

  test('in a page translated by the browser the figures follow the cart', async ({ page }) => {
    await withWand(page)
    await openDrawer(page)
    await page.evaluate(translate)
    await drawer(page).getByRole('button', { name: 'One more' }).click()
    await expect(drawer(page).getByText('2 items', { exact: true })).toBeVisible()
    await expect(drawer(page)).not.toContainText(/\$3[45](?!\d)|1 item/)
    await expect(drawer(page).getByText('$70.00', { exact: true }).last()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 2 items', includeHidden: true })).toBeAttached()
    await page.evaluate(translate)
    await drawer(page).getByRole('button', { name: 'One more' }).click()
    await expect(drawer(page)).toContainText('This order ships free.')
    await expect(drawer(page)).not.toContainText('more for free shipping')
    await page.goto('/us/cart')
    await page.waitForFunction(isHydrated)
    await page.evaluate(translate)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'One fewer' }).click()
    await expect(main.getByText('$70.00', { exact: true })).toHaveCount(3)
    await expect(main).not.toContainText(/\$105|3 items/)
  })

  test('a removed item can be restored', async ({ page }) => {
    await withWand(page)
    await openDrawer(page)
    await drawer(page).getByRole('button', { name: 'Remove Magic Wand' }).click()
    const undo = drawer(page).getByRole('button', { name: 'Undo: Magic Wand, Dragon & Oak removed' })
    await expect(undo).toBeFocused()
    await expect(drawer(page).getByText('Nothing here yet. The shelf is that way.')).toBeVisible()
    await undo.click()
    await expect(drawer(page).getByText('Dragon & Oak', { exact: true })).toBeVisible()
    await drawer(page).getByRole('button', { name: 'Remove Magic Wand' }).click()
    await expect(undo).toBeFocused()
    await page.keyboard.press('Escape')
    await openDrawer(page)
    await expect(drawer(page).getByText('Nothing here yet. The shelf is that way.')).toBeVisible()
    await expect(undo).toBeHidden()
    await withWand(page)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  })

  test('a removed gift can be restored by its magic words only', async ({ page }) => {
    await page.goto('/us/redeem')
    await page.getByRole('textbox', { name: 'Magic words' }).fill('silver birch comet')
    await page.getByRole('button', { name: 'Redeem My Gift' }).click()
    await page.getByRole('radio', { name: 'Change to a Premium Wand' }).check()
    await page.getByRole('radio', { name: 'Dragon & Oak' }).check({ force: true })
    await page.getByRole('button', { name: 'Add Gift to Cart' }).click()
    await expect(page.getByRole('heading', { name: 'Added to cart!' })).toBeVisible()
    await openDrawer(page)
    await drawer(page)
      .getByRole('button', { name: /^Remove Gift upgrade, Premium Wand/ })
      .click()
    await expect(drawer(page).getByText(/^Gift upgrade, Premium Wand.* removed\.$/)).toBeVisible()
    await expect(drawer(page).getByRole('button', { name: /^Undo/ })).toHaveCount(0)
    await drawer(page).getByRole('button', { name: 'Remove Your gift' }).click()
    // The page goes back to the review, behind the drawer.
    await expect(page).toHaveURL('/us/redeem/review')
    await expect(drawer(page).getByText('Your gift removed.')).toBeVisible()
    await page.getByRole('button', { name: 'Close cart' }).click()
    await expect(page.locator('header').getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  })

  test('without its code and offline, the page stays, and the cart page opens later', async ({
    page,
    context,
  }) => {
    await page.route('**/assets/cart-drawer*.js', (route) => route.abort())
    await withWand(page, 'dragon-oak', '/us/products')
    await page.waitForFunction(isHydrated)
    await context.setOffline(true)
    await cartLink(page).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('You are offline')
    await expect(page).toHaveURL('/us/products')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
    await expect(page).toHaveURL('/us/cart')
  })

  test('what is no discount code is announced at each attempt', async ({ page }) => {
    await withWand(page)
    await openDrawer(page)
    const said = await recordAnnouncements(page)
    for (const [code, message] of [
      ['NOPE10', 'We do not know NOPE10.'],
      ['amber lantern owl', 'Those look like the magic words of a gift.'],
    ] as const) {
      await drawer(page).getByLabel('Magic Words').fill(code)
      for (const times of [1, 2]) {
        await drawer(page).getByRole('button', { name: 'Apply' }).click()
        await expect.poll(async () => countAnnouncements((await said()).heard, message)).toBe(times)
      }
    }
  })

  test('a link to another page closes it, and the focus moves to the content of that page', async ({
    page,
  }) => {
    await withWand(page)
    await openDrawer(page)
    await drawer(page).getByRole('link', { name: 'Magic Wand' }).press('Enter')
    await expect(page).toHaveURL('/us/product/magic-wand')
    await expect(drawer(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('a link to the page behind the drawer closes it', async ({ page }) => {
    await page.goto('/us/products')
    await openDrawer(page)
    await drawer(page).getByRole('link', { name: 'Go to the shop' }).click()
    await expect(drawer(page)).toBeHidden()
    await expect(page).toHaveURL('/us/products')
  })

  test('switching stores warns while the cart has items', async ({ page }) => {
    const warning = page.locator('header').getByText('Changing store empties this one.')
    await page.goto('/us/product/magic-wand?wand=dragon-oak')
    await page.waitForFunction(isHydrated)
    await expect(warning).toHaveCount(0)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(warning).not.toHaveCount(0)
    await drawer(page).getByRole('button', { name: 'Remove Magic Wand' }).click()
    await expect(warning).toHaveCount(0)
  })

  test('two tabs show the same cart', async ({ page, context }) => {
    await withWand(page)
    const other = await context.newPage()
    await other.goto('/us/faq')
    await openDrawer(page)
    await drawer(page).getByRole('button', { name: 'One more' }).click()
    await expect(other.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
    await openDrawer(other)
    await drawer(other).getByRole('button', { name: 'One more' }).click()
    await expect(drawer(page).getByText('3 items', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await other.keyboard.press('Escape')
    await other.getByRole('banner').getByText('United States, USD').click()
    await other
      .getByRole('button', { name: /^United Kingdom/ })
      .first()
      .click()
    await expect(other).toHaveURL(/\/uk$/)
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items')
  })

  test('a field that was emptied shows the quantity again, and a failed change is rolled back with a message', async ({
    page,
  }) => {
    await withWand(page)
    await openDrawer(page)
    const quantity = drawer(page).getByRole('spinbutton')
    await quantity.fill('')
    await quantity.blur()
    await expect(quantity).toHaveValue('1')
    await page.route('**/cart/changes', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await drawer(page).getByRole('button', { name: 'One more' }).click()
    await expect(page.getByText('That change did not go through, so we put it back.')).toBeVisible()
    await expect(drawer(page).getByText('1 item', { exact: true })).toBeVisible()
    await page.unroute('**/cart/changes')
    await drawer(page).getByRole('button', { name: 'One more' }).click()
    await expect(drawer(page).getByText('2 items', { exact: true })).toBeVisible()
  })

  test('a slow addition does not change the next page', async ({ page }) => {
    await page.goto(
      '/us/product/magic-wand-collectors-set?size=3&wands=dragon-oak&wands=dragon-yew&wands=phoenix-elm',
    )
    await page.waitForFunction(isHydrated)
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/cart/changes', async (route) => {
      await isAnswered
      await route.continue()
    })
    await page.getByRole('button', { name: 'Add Bundle' }).first().click()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Magic Wand', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Magic Wand' })).toBeVisible()
    const address = page.url()
    answer()
    await expect(page.getByText('Custom Bundle Added!')).toBeVisible()
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
    await expect(drawer(page)).toBeHidden()
    expect(page.url()).toBe(address)
  })

  test('opened late, after its page was left, the drawer stays closed and the message is shown', async ({
    page,
  }) => {
    const { promise: isLate, resolve: send } = Promise.withResolvers<void>()
    await page.route('**/assets/cart-drawer*.js', async (route) => {
      await isLate
      await route.continue()
    })
    await page.goto('/us/product/magic-wand')
    await page.waitForFunction(isHydrated)
    const changed = page.waitForResponse('**/cart/changes')
    await page.getByRole('button', { name: 'Add to Cart, Dragon & Elder' }).click()
    await changed
    await expect(cartLink(page)).toHaveText(/1 item/)
    await page.getByRole('navigation').getByRole('link', { name: 'FAQ' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
    send()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Added to cart!')
    await expect(drawer(page)).toBeHidden()
    await openDrawer(page)
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
  })

  test('a cart whose cookie was lost is restored from the mirror', async ({ page, context }) => {
    await withWand(page)
    await openDrawer(page)
    const mirror = await page.evaluate(() => JSON.parse(localStorage.getItem('wizard-box-cart') ?? '{}'))
    expect(Object.keys(mirror)).toEqual([
      'items',
      'cartId',
      'checkoutUrl',
      'isLoading',
      'market',
      'shippingCountry',
      'discountCode',
    ])
    expect(mirror.items).toMatchObject([
      { quantity: 1, price: { amount: '35.00' }, variantTitle: 'Dragon & Oak' },
    ])
    await context.clearCookies()
    await page.goto('/us/faq')
    await expect(page.getByText('We kept your cart from last time.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
    const lost = { ...mirror, items: [...mirror.items, { ...mirror.items[0], variantId: '1', key: '1' }] }
    await context.clearCookies()
    await page.evaluate((kept) => localStorage.setItem('wizard-box-cart', kept), JSON.stringify(lost))
    await page.goto('/us/about')
    await expect(page.getByText('but for what can’t be had any more.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  })

  test('a restored page adopts the newer cart of other tabs', async ({ page }) => {
    await withWand(page)
    await page.goto('/us/faq')
    await openDrawer(page)
    await drawer(page).getByRole('button', { name: 'One more' }).click()
    await expect(drawer(page).getByText('2 items', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/us\/about$/)
    await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  })

  test('a browser without cookies shows an error', async ({ page, context }) => {
    await page.route('**/cart/changes', async (route) => {
      const response = await route.fetch({ headers: { ...route.request().headers(), cookie: '' } })
      const headers = response.headers()
      delete headers['set-cookie']
      await route.fulfill({ response, headers })
    })
    await expect(async () => {
      await context.clearCookies()
      await page.goto('/us/product/magic-wand')
      await page
        .getByRole('button', { name: /Add to Cart/ })
        .first()
        .click()
      await expect(page.getByText('Your browser is not keeping cookies for this shop')).toBeVisible({
        timeout: 3_000,
      })
    }).toPass()
    await expect(drawer(page).getByText('0 items', { exact: true })).toBeVisible()
  })

  test('checkout errors are shown in the drawer', async ({ page, context }) => {
    await withWand(page)
    await openDrawer(page)
    const tabs = context.pages().length
    await page.route('**/us/checkout', (route) => route.abort())
    await drawer(page).getByRole('button', { name: 'Checkout' }).click()
    await expect(
      drawer(page).getByRole('alert').filter({ hasText: 'Failed to create checkout.' }),
    ).toBeVisible()
    await expect.poll(() => context.pages().length).toBe(tabs)
    await page.unroute('**/us/checkout')
    const opened = context.waitForEvent('page')
    await drawer(page).getByRole('button', { name: 'Checkout' }).click()
    const checkout = await opened
    await expect(checkout.getByRole('heading', { name: 'Complete your order' })).toBeVisible()
    // A hosted checkout is another site, which must not be able to change this page.
    expect(await checkout.evaluate(() => opener)).toBeNull()
    await expect(drawer(page)).toBeHidden()
  })

  test('a cart that was emptied before the checkout is shown as empty', async ({ page }) => {
    await withWand(page)
    await openDrawer(page)
    // Another tab has switched to the other store meanwhile.
    const { origin } = new URL(page.url())
    const form = { intent: 'add', handle: 'magic-wand', wand: 'dragon-yew' }
    await page.request.post('/uk/cart', { form, headers: { Origin: origin } })
    await drawer(page).getByRole('button', { name: 'Checkout' }).click()
    await expect(drawer(page).getByText('Nothing here yet. The shelf is that way.')).toBeVisible()
    await expect(drawer(page).getByText('0 items', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 0 items', includeHidden: true })).toBeAttached()
    await expect(page.getByText('so your cart of the United States store was emptied.')).toBeVisible()
  })

  test('on the cart page the cart link stays a link', async ({ page }) => {
    await withWand(page, 'dragon-oak', '/us/cart')
    await page.getByRole('button', { name: 'One more' }).click()
    await expect(page.getByText('2 items', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/us\/cart$/)
    await cartLink(page).click()
    await expect(drawer(page)).toBeHidden()
  })
})
