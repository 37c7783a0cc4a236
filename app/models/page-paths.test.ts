import { expect, test } from 'vitest'
import { listedPages, PUBLIC_PAGES } from './page-paths.ts'
import { isListed } from './seo.ts'
import { SEO_TEXTS, type SeoKey } from './seo-texts.ts'

const isSeoKey = (name: string): name is SeoKey => Object.hasOwn(SEO_TEXTS, name)

test('the sitemap lists 13 pages of each market', () => {
  expect(listedPages()).toHaveLength(13)
  expect(listedPages()).not.toContain('/cart')
})

test('the sitemap lists exactly the pages that are indexed', () => {
  for (const { path, listed } of PUBLIC_PAGES) {
    const key = path.slice(1).replace('/', '-') || 'home'
    // A page without SEO texts sets its robots meta tag itself.
    expect([path, isSeoKey(key) && isListed(key)]).toEqual([path, listed])
  }
})
