import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import type { Image } from '#app/models/product.ts'
import { findPicture, pictureSlides } from './slides.tsx'

const EDITIONS = ['ashborn', 'sunfire', 'ember']

function image(url: string, altText: string | null = null): Image {
  return { url, altText, width: 0, height: 0 }
}

test('finds a picture by its file name, otherwise by an alt text that names no other variant', () => {
  const trio = 'Ashborn, Ember and Sunfire'
  const byFile = [image('/products/vol1-trio-1280.jpg', trio), image('/products/vol1-ember-1280.jpg?v=1')]
  expect(findPicture(byFile, 'ember', EDITIONS)).toBe(1)
  const byText = [image('https://cdn.example/1.jpg', trio), image('https://cdn.example/2.jpg', 'In Ember')]
  expect(findPicture(byText, 'ember', EDITIONS)).toBe(1)
  expect(findPicture(byText, 'sunfire', EDITIONS)).toBeNull()
})

/** The attributes of each slide's picture. */
function shown(...images: Image[]) {
  const place = { sizes: '44rem', isThumb: false, priority: false }
  return pictureSlides('Mug', images).map(({ label, render }) => {
    const picture = render(place)
    return { label, alt: isValidElement<{ alt: string }>(picture) && picture.props.alt }
  })
}

test('a slide says the owner’s words, else the name of the product', () => {
  expect(shown(image('a.jpg', 'In blue: a mug'), image('b.jpg'))).toMatchObject([
    { label: 'In blue', alt: 'In blue: a mug' },
    { label: '', alt: 'Mug, picture 2' },
  ])
  expect(shown(image('a.jpg'))).toMatchObject([{ alt: 'Mug' }])
})
