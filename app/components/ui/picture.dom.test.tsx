import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picture } from './picture.tsx'

test('a priority picture is not lazy, and its source for narrow screens comes first', () => {
  const narrow = { name: 'hero-scene-tall', media: '(max-width: 48rem)', sizes: '100vw' } as const
  const html = renderToStaticMarkup(
    <Picture name="hero-scene" sizes="100vw" alt="" priority narrow={narrow} />,
  )
  expect(html).not.toContain('loading=')
  expect(html).toMatch(/fetchpriority="high"/i)
  expect(html).toContain('alt=""')
  const picture = html.slice(html.indexOf('<picture'))
  expect(picture.indexOf('hero-scene-tall-780.avif')).toBeLessThan(picture.indexOf('hero-scene-1600.avif'))
  // Requested before the scripts, for the screens that show it.
  expect(html).toMatch(/<link rel="preload" as="image"[^>]*hero-scene-tall[^>]*media="\(max-width: 48rem\)"/)
})

test('a priority image of Shopify is requested early in the width that will be shown, and no other', () => {
  const url = 'https://cdn.shopify.com/s/files/scarf.jpg?v=1'
  const image = { url, altText: 'A scarf', width: 3000, height: 2000 }
  const html = renderToStaticMarkup(<Picture image={image} alt="" sizes="40rem" priority />)
  const widths = (attribute: string) => new RegExp(`${attribute}="([^"]+)"`, 'i').exec(html)?.[1]
  expect(widths('srcset')).toContain(`${url}&amp;width=640 640w`)
  expect(widths('imagesrcset')).toBe(widths(' srcset'))
})
