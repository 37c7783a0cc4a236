import { expect, type Page, test } from '@playwright/test'

/**
 * Style recalculation beyond itself that a late part of the document causes
 * (`docs/decisions/023-late-content-without-full-restyle.md`).
 */

const VOLUME = '/us/product/vol-ii-magical-you-pre-order'

type TraceEvent = { readonly name: string; readonly args: { readonly elementCount?: number } }

/** Runs something in the page. @returns the number of elements in each style recalculation after that */
async function countStyledElements(page: Page, run: () => void): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const done = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()))
  const traceConfig = { includedCategories: ['devtools.timeline'] }
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  await page.evaluate(run)
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen, 50))))
  await devtools.send('Tracing.end')
  await done
  return events.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? [args.elementCount ?? 0] : []))
}

/** A page that is not hydrated, with one of its parts removed. */
async function openWithoutPart(page: Page, path: string, part: string) {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.addInitScript(() => sessionStorage.setItem('hasSeenSplash', 'true'))
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(path)
  await expect(page.locator('html')).not.toHaveAttribute('data-consent', '')
  await page.evaluate((selector) => {
    const element = document.querySelector(selector)
    if (!element) throw new Error(`No ${selector}`)
    const { parentNode, nextSibling } = element
    Object.assign(window, { putBack: () => parentNode?.insertBefore(element, nextSibling) })
    element.remove()
    document.body.getBoundingClientRect()
  }, part)
  await page.waitForTimeout(100)
}

for (const [path, part] of [
  ['/us', '.foot'],
  ['/us/products', '.foot'],
  [VOLUME, '.foot'],
  [VOLUME, '.buy > .terms'],
] as const)
  test(`${part} of ${path} arrives without style recalculation of anything before it @js`, async ({
    page,
  }) => {
    await openWithoutPart(page, path, part)
    const [first = 0] = await countStyledElements(page, () =>
      (window as unknown as { putBack: () => void }).putBack(),
    )
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(60)
  })

const STEP = '.step:first-of-type'
const OPTIONS = `:is(.vol-1, .vol-2) ${STEP} > .opt`
const LATE = ['.foot > .wrap', '.midnight > .wrap', '.trust > .wrap', '.join', OPTIONS]

/** Records which of the late parts are rendered when the document is complete, and the height of the first step. */
function watchLateParts({ late, step }: { late: string[]; step: string }) {
  const seen: Record<string, boolean> = {}
  Object.assign(window, { seen, heightOfStep: 0 })
  document.addEventListener('DOMContentLoaded', () => {
    for (const name of late) {
      const part = document.querySelector(name)
      if (part) seen[name] = getComputedStyle(part).display !== 'none'
    }
    Object.assign(window, { heightOfStep: document.querySelector<HTMLElement>(step)?.offsetHeight })
  })
}

for (const [path, parts] of [
  ['/us', ['.foot > .wrap', '.trust > .wrap', '.join']],
  ['/us/products', ['.foot > .wrap', '.midnight > .wrap', '.trust > .wrap']],
  [VOLUME, ['.foot > .wrap', OPTIONS]],
  ['/uk/product/vol-i-phoenix-edition', ['.foot > .wrap', OPTIONS]],
] as const)
  test(`late parts of ${path} are rendered only after the document is complete @js`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.addInitScript(watchLateParts, { late: LATE, step: STEP })
    await page.goto(path)
    await expect(page.locator('html')).not.toHaveAttribute('data-consent', '')
    const seen = await page.evaluate(() => (window as unknown as { seen: Record<string, boolean> }).seen)
    expect(seen).toEqual(Object.fromEntries(parts.map((part) => [part, false])))
    for (const part of parts) await expect(page.locator(part)).not.toHaveCSS('display', 'none')
  })

test('the options of a volume appear in the place that was kept for them @js', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.addInitScript(watchLateParts, { late: LATE, step: STEP })
  for (const path of [VOLUME, '/uk/product/vol-i-phoenix-edition']) {
    await page.goto(path)
    await expect(page.locator(OPTIONS)).toBeVisible()
    const [before, after] = await page.evaluate((step) => {
      const { heightOfStep } = window as unknown as { heightOfStep: number }
      return [heightOfStep, document.querySelector<HTMLElement>(step)?.offsetHeight ?? 0]
    }, STEP)
    expect(Math.abs(after - before), path).toBeLessThan(30)
  }
})

test('late parts and the logo are rendered without JavaScript too @plain', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/us/products')
  for (const part of ['.foot > .wrap', '.midnight > .wrap', '.trust > .wrap'])
    await expect(page.locator(part)).not.toHaveCSS('display', 'none')
  await expect(page.locator('.lockup')).toHaveCSS('background-image', /svg/)
  await page.goto(VOLUME)
  await expect(page.locator(OPTIONS)).toBeVisible()
})

test('the logo is shown once the page has loaded; the overscroll background is dark, except in print @js', async ({
  page,
}) => {
  await page.goto(VOLUME)
  await expect(page.locator('.lockup')).toHaveCSS('background-image', /svg/)
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(11, 20, 18)')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})

test('the window below the footer of a short page is dark', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/us/zzz')
  // As far down as the window is wide: the browsers of these tests paint only a corner of it.
  await expect(page.locator('.foot')).toHaveCSS('box-shadow', 'rgb(11, 20, 18) 0px 1440px 0px 1440px')
})
