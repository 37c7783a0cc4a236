import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { DRAWINGS } from './drawings.ts'
import { FILMS } from './films.ts'
import { pictureOfImageUrl, pictureSources, pictureUrl } from './picture-sources.ts'
import { PICTURES } from './pictures.ts'
import { SOCIAL_CARDS } from './seo.ts'

const PUBLIC = fileURLToPath(new URL('../../public', import.meta.url))

function filesOf(name: keyof typeof PICTURES): string[] {
  const picture = PICTURES[name]
  return picture.widths.flatMap((width) =>
    ['avif', picture.fallback].map((format) => `${picture.base}-${width}.${format}`),
  )
}

const ALL_FILES = (Object.keys(PICTURES) as (keyof typeof PICTURES)[]).flatMap(filesOf)

describe('files', () => {
  test('every file of every picture exists', () => {
    expect(ALL_FILES.filter((file) => !existsSync(PUBLIC + file))).toEqual([])
  })

  test('no picture file is unused', () => {
    const onDisk = ['/img', '/products'].flatMap((folder) =>
      readdirSync(PUBLIC + folder).map((file) => `${folder}/${file}`),
    )
    expect(onDisk.filter((file) => !ALL_FILES.includes(file))).toEqual([])
  })

  test('every drawing, film and social card exists', () => {
    const files = [
      ...Object.values(DRAWINGS).map((drawing) => drawing.src),
      ...Object.values(FILMS).flatMap((film) => [film.webm, film.mp4, film.descriptions, film.poster]),
      ...Object.values(SOCIAL_CARDS),
    ]
    expect(files.filter((file) => !existsSync(PUBLIC + file))).toEqual([])
  })

  test('the hero picture of the home page has less than 45 kB at 1080 pixels', () => {
    expect(statSync(PUBLIC + pictureUrl(PICTURES['hero-scene'], 1080, 'avif')).size).toBeLessThan(45_000)
  })
})

describe('pictureSources', () => {
  test('a scene has AVIF in all widths, and one JPEG as fallback', () => {
    const scene = pictureSources(PICTURES['hero-scene'])
    expect(scene.avif).toContain('/img/hero-scene-1600.avif 1600w')
    expect(scene.src).toBe('/img/hero-scene-720.jpg')
    expect(scene.srcSet).toBeNull()
    expect([scene.width, scene.height]).toEqual([2560, 1440])
  })

  test('a transparent picture falls back to WebP', () => {
    const wand = pictureSources(PICTURES['wand-dragon-elder'])
    expect(wand.avif).toContain('/img/wand-dragon-elder-400.avif 400w')
    expect(wand.src).toBe('/img/wand-dragon-elder-400.webp')
  })

  test.each([
    ['4.5rem', ['160']],
    ['(max-width: 48rem) 4rem, 8rem', ['160', '320']],
    ['(max-width: 48rem) 30vw, 10rem', ['160', '320', '800']],
    ['(max-width: 64rem) 90vw, 8rem', ['160', '320', '800', '1280']],
    ['(max-width: 60rem) 100vw, 44rem', ['320', '800', '1280']],
    ['100vw', ['320', '800', '1280']],
    ['40rem', ['800', '1280']],
    ['90rem', ['1280']],
    ['calc(50vw - 1rem)', ['160', '320', '800', '1280']],
  ])('with sizes %s only useful widths are offered', (sizes, widths) => {
    const { avif } = pictureSources(PICTURES['box-vol2-open'], sizes)
    expect(avif?.match(/\d+(?=\.avif)/g)).toEqual(widths)
  })
})

describe('pictureOfImageUrl', () => {
  test.each([
    '/products/vol2-closed-1280.jpg',
    'http://localhost:3000/products/vol2-closed-800.webp',
    'https://shop.example/products/vol2-closed-1280.jpg?v=2',
  ])('%s is one of our own pictures', (url) => {
    expect(pictureOfImageUrl(url)).toEqual(pictureSources(PICTURES['product-vol2-closed']))
  })

  test('an unknown file in our folder is unchanged', () => {
    expect(pictureOfImageUrl('/products/nothing-1280.jpg')).toEqual({
      avif: null,
      src: '/products/nothing-1280.jpg',
      srcSet: null,
      width: null,
      height: null,
      alt: '',
    })
  })

  test('a Shopify URL has widths up to that of the image, and keeps its version', () => {
    const image = pictureOfImageUrl('https://cdn.shopify.com/s/files/1/box.png?v=17', {
      width: 700,
      height: 900,
    })
    expect(image.src).toBe('https://cdn.shopify.com/s/files/1/box.png?v=17&width=640')
    expect(image.srcSet?.split(', ')).toEqual([
      'https://cdn.shopify.com/s/files/1/box.png?v=17&width=160 160w',
      'https://cdn.shopify.com/s/files/1/box.png?v=17&width=320 320w',
      'https://cdn.shopify.com/s/files/1/box.png?v=17&width=480 480w',
      'https://cdn.shopify.com/s/files/1/box.png?v=17&width=640 640w',
    ])
    expect([image.width, image.height]).toEqual([700, 900])
  })

  test('a Shopify image smaller than the smallest width is unchanged', () => {
    const image = pictureOfImageUrl('https://cdn.shopify.com/s/files/1/dot.png', { width: 20, height: 20 })
    expect(image).toMatchObject({ src: 'https://cdn.shopify.com/s/files/1/dot.png', srcSet: null })
  })

  test.each(['https://example.com/box.png', 'not an address', ''])('%j has no source', (url) => {
    expect(pictureOfImageUrl(url)).toMatchObject({ avif: null, src: url, srcSet: null })
  })
})
