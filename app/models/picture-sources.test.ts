import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FILMS } from '../components/page/film.tsx'
import { pictureOfImageUrl, pictureSources } from './picture-sources.ts'
import { DRAWINGS, PICTURES } from './pictures.ts'
import { SOCIAL_CARDS } from './seo.ts'

const PUBLIC = fileURLToPath(new URL('../../public', import.meta.url))

const ALL_FILES = Object.values(PICTURES).flatMap(({ base, widths, fallback }) =>
  widths.flatMap((width) => ['avif', fallback].map((format) => `${base}-${width}.${format}`)),
)

test('every picture, drawing, film and social card has its files, and no picture is unused', () => {
  const others = [
    ...Object.values(DRAWINGS).map((drawing) => drawing.src),
    ...Object.values(FILMS).flatMap((film) => [film.webm, film.mp4, film.descriptions, film.poster]),
    ...Object.values(SOCIAL_CARDS),
  ]
  expect([...ALL_FILES, ...others].filter((file) => !existsSync(PUBLIC + file))).toEqual([])
  const onDisk = ['/img', '/products'].flatMap((folder) =>
    readdirSync(PUBLIC + folder).map((file) => `${folder}/${file}`),
  )
  expect(onDisk.filter((file) => !ALL_FILES.includes(file))).toEqual([])
})

test('a picture has AVIF in all widths, and one fallback, which is WebP if transparent', () => {
  const hero = pictureSources(PICTURES['hero-scene'])
  expect(hero).toMatchObject({ src: '/img/hero-scene-720.jpg', srcSet: null, width: 2560, height: 1440 })
  expect(hero.avif).toContain('/img/hero-scene-1600.avif 1600w')
  expect(pictureSources(PICTURES['wand-dragon-elder']).src).toBe('/img/wand-dragon-elder-400.webp')
})

test.each([
  ['4.5rem', ['160']],
  ['(max-width: 48rem) 30vw, 10rem', ['160', '320', '800']],
  ['100vw', ['160', '320', '800', '1280']],
  ['calc(50vw - 1rem)', ['160', '320', '800', '1280']],
])('with sizes %s only useful widths are offered', (sizes, widths) => {
  const { avif } = pictureSources(PICTURES['box-vol2-open'], sizes)
  expect(avif?.match(/\d+(?=\.avif)/g)).toEqual(widths)
})

test('our own pictures are served by the shop, whatever their origin', () => {
  for (const url of [
    '/products/vol2-closed-1280.jpg',
    'https://shop.example/products/vol2-closed-1280.jpg?v=2',
  ])
    expect(pictureOfImageUrl(url)).toEqual(pictureSources(PICTURES['product-vol2-closed']))
})

test('a Shopify URL has widths up to that of the image, and keeps its version; others stay as they are', () => {
  const url = 'https://cdn.shopify.com/s/files/1/box.png?v=17'
  const image = pictureOfImageUrl(url, { width: 700, height: 900 })
  expect(image).toMatchObject({ src: `${url}&width=640`, width: 700, height: 900 })
  const widths = [160, 320, 480, 640].map((width) => `${url}&width=${width} ${width}w`)
  expect(image.srcSet?.split(', ')).toEqual(widths)
  for (const src of [
    'https://cdn.shopify.com/s/files/1/dot.png',
    '/products/nothing-1280.jpg',
    'not an address',
  ])
    expect(pictureOfImageUrl(src, { width: 20, height: 20 })).toMatchObject({ avif: null, src, srcSet: null })
})
