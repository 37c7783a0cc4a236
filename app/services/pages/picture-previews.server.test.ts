import { describe, expect, test } from 'vitest'
import { previewStyles } from './picture-previews.server.ts'

const img = (src: string, more = 'fetchPriority="high" height="1280" ') =>
  `<img alt="A box" ${more}src="${src}"/>`
const avif = (base: string, more = '') => `<source type="image/avif" srcset="${base}-160.avif 160w"${more}/>`

describe('previews', () => {
  test('are shown behind a high-priority picture, selected by its URL', () => {
    const page = `<picture>${avif('/products/vol2-closed')}${img('/products/vol2-closed-800.jpg')}</picture>`
    const styles = previewStyles(page)
    expect(styles).toMatch(
      /^img\[fetchpriority\]\[src="\/products\/vol2-closed-800\.jpg"\]\{background:url\(/,
    )
    expect(styles).toMatch(/\) 50%\/cover no-repeat\}$/)
  })

  test('of a picture with another crop on small screens are shown there, in its position', () => {
    const narrow = avif('/img/hero-scene-tall', ' media="(max-width: 47.99rem)" sizes="100vw"')
    const page = `<picture>${narrow}${avif('/img/hero-scene')}${img('/img/hero-scene-720.jpg')}</picture>`
    const styles = previewStyles(page)
    expect(styles).toMatch(
      /^@media \(max-width: 47\.99rem\)\{img\[fetchpriority\]\[src="\/img\/hero-scene-720\.jpg"\]\{/,
    )
    expect(styles).toMatch(/\) 50% 100%\/cover no-repeat\}\}$/)
  })

  test('of a transparent picture are shown whole', () => {
    const page = `<picture>${avif('/img/gift-envelope')}${img('/img/gift-envelope-800.webp')}</picture>`
    expect(previewStyles(page)).toMatch(/\) 50%\/contain no-repeat\}$/)
  })

  test.each([
    ['a lazy picture', img('/products/vol2-closed-800.jpg', 'loading="lazy" ')],
    ['a picture without a preview', img('/products/unknown-800.jpg')],
    ['a picture of the hosted store', img('https://cdn.shopify.com/s/files/1/box.jpg?width=640')],
    ['the name of an inherited property', img('/img/constructor-800.jpg')],
  ])('are not made for %s', (_, picture) => {
    expect(previewStyles(`<picture>${picture}</picture>`)).toBe('')
  })

  test('are complete SVG images that cannot end the style element', () => {
    const page = `<picture>${img('/products/mug-800.jpg')}</picture>`
    const [, svg = ''] = /url\("data:image\/svg\+xml,([^"]+)"\)/.exec(previewStyles(page)) ?? []
    expect(svg).toMatch(
      /^<svg xmlns='http:\/\/www\.w3\.org\/2000\/svg' width='416' height='416'[^"#]*<\/svg>$/,
    )
    expect(svg).not.toContain('</style')
  })
})
