import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const source = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** What WCAG 2.2 AA asks, as far as a tool can tell. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] as const

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] }
type Look = {
  readonly within: string | undefined
  readonly tags: readonly string[] | undefined
  /** Whether colours are looked at too, which takes half of the time. */
  readonly contrast: boolean
}
type Axe = { run(within: Document | string, options: object): Promise<{ violations: Violation[] }> }

/** Runs in the page. Only what a rule could need is fetched ahead of it: the lengths of films and sounds. */
async function look({ within, tags, contrast }: Look) {
  const { axe } = window as unknown as { axe: Axe }
  const { violations } = await axe.run(within ?? document, {
    ...(tags && { runOnly: { type: 'tag', values: tags } }),
    ...(!contrast && { rules: { 'color-contrast': { enabled: false } } }),
    preload: { assets: ['media'] },
    // Nobody reads the others, and to write down where each element stands takes most of the time.
    resultTypes: ['violations'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/**
 * What axe finds wrong with the page as it stands: the rule, then the elements. Asked in the page itself and brought there
 * once per document: the usual way brings it three times for each look and opens a page of its own to count.
 */
export async function violationsOf(
  page: Page,
  { within, tags, contrast = true }: Partial<Look> = {},
): Promise<string[]> {
  expect(page.frames(), 'frames are not looked into').toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(look, { within, tags, contrast })
}
