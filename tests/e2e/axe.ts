import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const source = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** The rules of WCAG 2.2 AA that a tool can check. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] as const

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] }
type Look = {
  readonly within: string | undefined
  readonly tags: readonly string[] | undefined
  /** Whether colours are checked too, which takes half of the time. */
  readonly contrast: boolean
}
type Axe = { run(within: Document | string, options: object): Promise<{ violations: Violation[] }> }

/** Runs in the page. Preloads only what a rule could need: the durations of videos and audio. */
async function look({ within, tags, contrast }: Look) {
  const { axe } = window as unknown as { axe: Axe }
  const { violations } = await axe.run(within ?? document, {
    ...(tags && { runOnly: { type: 'tag', values: tags } }),
    ...(!contrast && { rules: { 'color-contrast': { enabled: false } } }),
    preload: { assets: ['media'] },
    // The others are not used, and serialising each element's position takes most of the time.
    resultTypes: ['violations'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/**
 * The violations that axe finds in the current page: each rule with its elements. axe is injected once per document:
 * its Playwright integration injects it three times per check and opens an extra page.
 */
export async function violationsOf(
  page: Page,
  { within, tags, contrast = true }: Partial<Look> = {},
): Promise<string[]> {
  expect(page.frames(), 'frames are not looked into').toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(look, { within, tags, contrast })
}

/** What a state changes; accessibility.spec.ts checks the frame round it. */
const CHANGING = 'main, [aria-label=Notifications]'

/** No violation that a tool can find, and no horizontal scrolling on the smallest phone. */
export async function expectAccessible(page: Page, state: string, within: string = CHANGING) {
  // Where the page is scrolled, the bar may cover half a field.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await violationsOf(page, { tags: WCAG, within }), state).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 844 })
}
