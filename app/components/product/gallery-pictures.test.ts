import { expect, test } from 'vitest'
import type { Image } from '../../models/product.ts'
import { findPicture, shortAltText } from './gallery-pictures.ts'

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
