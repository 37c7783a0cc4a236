import { expect, test } from 'vitest'
import type { Image } from '#app/models/product.ts'
import { altText, fillsSquare, findPicture, shortAltText } from './gallery-pictures.ts'

const EDITIONS = ['ashborn', 'sunfire', 'ember']

function image(url: string, altText: string | null = null): Image {
  return { url, altText, width: null, height: null }
}

test('finds a picture by its file name', () => {
  const images = [
    image('/products/vol1-trio-1280.jpg', 'Ashborn, Ember and Sunfire'),
    image('/products/vol1-ember-1280.jpg?v=1'),
  ]
  expect(findPicture(images, 'ember', EDITIONS)).toBe(1)
})

test('otherwise by an alt text that names no other variant', () => {
  const images = [
    image('https://cdn.example/1.jpg', 'Ashborn, Ember and Sunfire'),
    image('https://cdn.example/2.jpg', 'In Ember'),
  ]
  expect(findPicture(images, 'ember', EDITIONS)).toBe(1)
  expect(findPicture(images, 'sunfire', EDITIONS)).toBeNull()
})

test('shortens alt text at the first punctuation mark', () => {
  expect(shortAltText('Vol. I in Ember: a deep red book, and more')).toBe('Vol. I in Ember')
  expect(shortAltText(null)).toBe('')
})

test('the alt text is the owner’s, else that of our own picture', () => {
  expect(altText(image('/products/mug-1280.jpg', 'A mug'))).toBe('A mug')
  expect(altText(image('/products/mug-1280.jpg'))).toMatch(/^A bottle-green mug/)
  expect(altText(image('https://cdn.shopify.com/s/files/scarf.jpg', ''))).toBe('')
})

test('a picture fills a square frame only where little of it is cut off', () => {
  const fills = (width: number | null, height: number | null) => fillsSquare({ width, height })
  expect([fills(1000, 1000), fills(1000, 800), fills(800, 1000)]).toEqual([true, true, true])
  expect([fills(3000, 2000), fills(800, 2400), fills(null, null), fills(0, 10)]).toEqual(Array(4).fill(false))
})
