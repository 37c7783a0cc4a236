import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const source = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] }
type Axe = { run(within: Document | string, options: object): Promise<{ violations: Violation[] }> }

/**
 * What axe finds against WCAG 2.2 AA in the current page: each rule with its elements. axe is injected once per document:
 * its Playwright integration injects it three times per check and opens an extra page.
 * @param within a part, which has to be there; without it, the whole document
 * @param contrast whether colours are checked too, which takes half of the time
 */
export async function violationsOf(
  page: Page,
  { within, contrast = true }: { readonly within?: string | undefined; readonly contrast?: boolean } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const options = {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    rules: { 'color-contrast': { enabled: contrast } },
    // The others are not used, and serialising each element's position takes most of the time.
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  }
  const violations = await page.evaluate(
    async ([part, how]) => {
      const { axe } = window as unknown as { axe: Axe }
      return (await axe.run(part ?? document, how)).violations
    },
    [within, options] as const,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
