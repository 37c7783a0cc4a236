import { describe, expect, test } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'

/** Before every announced date. */
const EARLY = Date.parse('2025-11-01T12:00:00Z')

const shop = openTestShop({ now: () => EARLY })

const visit = (path: string) => shop.browser().visit(path)

describe('the hero', () => {
  test('has at most six falling motifs, hidden from screen readers', async () => {
    const page = await visit('/uk')
    const motifs = page.texts('[aria-hidden="true"] > img[src*="motif"]')
    expect(motifs.length).toBeGreaterThan(0)
    expect(motifs.length).toBeLessThanOrEqual(6)
  })

  test('preloads one scene per screen size, in the format that is shown', async () => {
    const page = await visit('/uk')
    const scene = 'picture:has(> img[fetchpriority="high"])'
    expect(page.attributes(`${scene} source[type="image/avif"]`, 'srcset')).toEqual([
      expect.stringContaining('hero-scene-tall'),
      expect.stringContaining('hero-scene-1600.avif'),
    ])
    expect(page.texts('main img:not([loading="lazy"])')).toHaveLength(1)
  })
})

test('without JavaScript the film is a plain video without preload', async () => {
  const page = await visit('/uk')
  const video = /<noscript>(<video.*?<\/video>)<\/noscript>/.exec(page.html)?.[1] ?? ''
  expect(page.attributes('#unlock source', 'srcset').join()).toContain('vol2-wide-open')
  expect(video).toContain('controls')
  expect(video).toContain('preload="none"')
  expect(video).not.toContain('autoplay')
  expect(video).toMatch(/<track kind="descriptions" src="\/film\/opening.vtt"/)
})
