import { expect, test } from 'vitest'
import { fieldsToCheck, signupFailed, signupSucceeded } from './form-messages.ts'
import { marketSwitched } from './market-messages.ts'
import {
  addErrorText,
  addedToCart,
  addFailed,
  addRefused,
  bundleAdded,
  bundleButtonText,
  choiceRefused,
  discountText,
  itemsText,
  itemsUnavailable,
  updateRefused,
  withExplanation,
} from './messages.ts'
import { duplicationNotices } from './owner-messages.ts'

test.each([
  ['missing-price', 'Item is missing price information. Please try again.'],
  ['not-cartable', 'Only warehouse items can be added to cart at this time.'],
  [
    'pod-with-gift',
    'POD products cannot be added when a gift item is in your cart. Please checkout your gift separately.',
  ],
  [
    'gift-with-pod',
    'Gift items cannot be added when POD products are in your cart. Please checkout your POD items separately.',
  ],
  ['gift-twice', 'You already have this gift in your cart.'],
  ['too-many-lines', 'A cart holds 30 different items. Please check out, then start another.'],
  ['wrong-market', 'This is not sold in the United States store.'],
  ['sold-out', 'This has sold out.'],
] as const)('the text of %s is as specified', (error, text) => {
  expect(addErrorText(error, 'us')).toBe(text)
  expect(addRefused(error, 'us')).toMatchObject({ kind: 'error', title: 'Cannot add to cart', text })
})

test('refusals to mix POD and gifts have an explanation', () => {
  expect(addRefused('pod-with-gift', 'us').explanation).toBe(
    'POD means printed on demand. That is our merch. Your gift is safe: check it out first, then come back.',
  )
  expect(withExplanation({ kind: 'error', title: '' }, 'gift-with-pod').explanation).toBe(
    'POD means printed on demand. That is our merch. Check it out first, then add your gift. Your magic words keep.',
  )
  expect(addRefused('sold-out', 'us')).not.toHaveProperty('explanation')
})

test('a failed add without a reason has a generic text', () => {
  expect(addFailed()).toMatchObject({ title: 'Cannot add to cart', text: 'An error occurred' })
})

test.each([
  [
    'edition-required',
    'Please select a Phoenix Edition',
    'Choose your preferred Phoenix Edition before adding to cart.',
  ],
  [
    'option-required',
    'Please select a product option',
    'Choose your preferred option before adding to cart.',
  ],
  ['choose-size', 'Choose bundle size', 'Please select a bundle size first.'],
  ['maximum', 'Maximum 4 wands', 'You can only select 4 wands for this bundle. Deselect a wand first.'],
  ['wrong-count', 'Wrong number of wands', 'Please select exactly 4 wands for this bundle.'],
] as const)('the text of the incomplete choice %s is as specified', (error, title, text) => {
  expect(choiceRefused(error, 4)).toMatchObject({ title, text })
})

test('a missing bundle has its own title', () => {
  expect(choiceRefused('bundle-not-found', 4).title).toBe('Bundle not found')
})

test('successes are shown for three seconds', () => {
  expect(addedToCart('Dragon & Oak')).toEqual({
    kind: 'success',
    title: 'Added to cart!',
    text: 'Dragon & Oak',
    durationMs: 3000,
  })
  expect(bundleAdded(5)).toMatchObject({
    title: 'Custom Bundle Added!',
    text: '5 wands bundle added to your cart.',
  })
})

test('unavailable items name the region of the store', () => {
  expect(itemsUnavailable('us').title).toContain('shipping to United States. Please remove')
  expect(itemsUnavailable('uk').title).toContain('shipping to UK or EU. Please remove')
})

test('the title of a signup depends on its source', () => {
  expect(signupSucceeded('Subscribe Page').title).toBe('Welcome! ✨')
  expect(signupSucceeded('Footer')).toMatchObject({
    title: 'Welcome to the magic! ✨',
    text: "You've been added to our mailing list.",
  })
})

test('a failed signup has the message of the server, or a generic one', () => {
  expect(signupFailed('Full')).toMatchObject({ title: 'Error', text: 'Full' })
  expect(signupFailed().text).toBe('Failed to subscribe. Please try again.')
})

test.each([
  [{ code: 'OWL10', state: 'applied', reason: null }, 'OWL10 applied.'],
  [{ code: 'X', state: 'unknown', reason: null }, 'We do not know X. Please check the spelling.'],
  [{ code: 'X', state: 'refused', reason: 'it has ended' }, 'X does not apply to this cart: it has ended.'],
  [{ code: 'X', state: 'refused', reason: null }, 'X does not apply to this cart.'],
] as const)('a discount text describes its state (case %#)', (discount, text) => {
  expect(discountText(discount)).toBe(text)
})

test('counts have singular and plural', () => {
  expect([itemsText(0), itemsText(1), itemsText(2)]).toEqual(['0 items', '1 item', '2 items'])
  expect([fieldsToCheck(1, true), fieldsToCheck(3, true), fieldsToCheck(4, false)]).toEqual([
    'Please check 1 field. What you wrote is still here.',
    'Please check 3 fields. What you wrote is still here.',
    'Please check 4 fields.',
  ])
  expect([bundleButtonText(2), bundleButtonText(0)]).toEqual(['Select 2 More', 'Add Bundle'])
})

test('a change of store names the store, and mentions an emptied cart', () => {
  expect(marketSwitched('uk', 'empty').title).toBe(
    'You are in the United Kingdom store. Your cart starts empty here.',
  )
  expect(marketSwitched('us', 'emptied').text).toBe('You changed store, so your cart starts empty.')
  expect(marketSwitched('us', 'kept')).toMatchObject({ title: 'You are in the United States store.' })
  expect(marketSwitched('us', 'kept').text).toBeUndefined()
})

test('changing the quantity of a gift has its own text', () => {
  expect(updateRefused('gift-quantity').title).toBe('One gift, one box. The number stays at 1.')
})

test('duplicated products are counted', () => {
  expect(duplicationNotices(0, 0).map(({ title }) => title)).toEqual(['Nothing to do'])
  expect(duplicationNotices(3, 0).map(({ text }) => text)).toEqual(['Created 3 UK products'])
})
