import { expect, type Page, test } from '@playwright/test'

/** The inline placeholder of the first picture until its file has loaded. */

test.use({ viewport: { width: 412, height: 823 } })

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  })
})

/** URLs of the largest contentful paints so far, in order; texts have none. */
async function largestPaints(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        new PerformanceObserver((list) => {
          const paints = list.getEntries() as (PerformanceEntry & { readonly url: string })[]
          resolve(paints.map(({ url }) => url))
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}

for (const [path, file] of [
  ['/us', '**/img/hero-scene-tall-*'],
  ['/us/product/vol-ii-magical-you-pre-order', '**/products/vol2-closed-*'],
] as const)
  test(`the largest paint of ${path} is the placeholder, not the picture that replaces it @js`, async ({
    page,
  }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(file, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect.poll(async () => (await largestPaints(page)).at(-1)).toMatch(/^data:image\/svg\+xml,/)
    const picture = page.locator('img[fetchpriority]')
    await expect(picture).toHaveCSS('background-image', /^url\("data:image\/svg/)
    release()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    // Two frames, so that the picture is painted.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect((await largestPaints(page)).at(-1)).toMatch(/^data:image\/svg\+xml,/)
  })

test('a placeholder needs no scripts, and belongs to the picture that it stands for @plain', async ({
  page,
}) => {
  await page.route('**/products/tote-*', (route) => route.abort())
  await page.goto('/us/product/keyhole-tote', { waitUntil: 'domcontentloaded' })
  const picture = page.locator('img[fetchpriority]')
  await expect(picture).toHaveAttribute('src', /tote-natural/)
  await expect(picture).toHaveCSS('background-image', /^url\("data:image\/svg/)
  await page.goto('/us/product/magic-wand', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('main img').first()).toHaveCSS('background-image', 'none')
})

test('a list begins with its first product; only its front picture is fetched before the stylesheets @js', async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.css', async (route) => {
    await held
    await route.continue()
  })
  const behind: string[] = []
  page.on('request', (request) => {
    if (/box-vol1-(ashborn|sunfire)/.test(request.url())) behind.push(request.url())
  })
  await page.goto('/uk/products', { waitUntil: 'commit' })
  const front = page.locator('img[fetchpriority]')
  await expect.poll(() => front.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const frame = await front.boundingBox()
  expect(behind).toEqual([])
  release()
  await expect.poll(() => behind.length).toBe(2)
  expect(await front.boundingBox()).toEqual(frame)
})
