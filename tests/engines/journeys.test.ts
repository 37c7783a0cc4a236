import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopProcess, startShop } from '../support/shop-process.ts'
import { ENGINES, type Person } from './engine.ts'

/** The journeys that end in checkout and redeem, in browsers other than Chromium. */

const SOON = { timeout: 60_000 }
let shop: ShopProcess
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.kill())

describe.each(ENGINES)('$name', (engine) => {
  let person: Person
  beforeAll(async () => {
    if (engine.isInstalled) person = await engine.open(shop.origin)
  })
  afterAll(() => person?.leave())

  const reads = (text: string) => expect.poll(() => person.text(), SOON).toContain(text)

  // Not counted as passed where the browser is missing.
  const journey = test.skipIf(!engine.isInstalled)

  journey('buys Vol. II, to the end of the checkout', async () => {
    await person.goTo(`${shop.origin}/us/product/vol-ii-magical-you-pre-order`)
    await person.press('Wizard Box Only')
    await person.press('Order Now')
    await reads('Shopping Cart')
    await person.press('Checkout')
    await person.fill('Email', `${randomUUID()}@example.com`)
    await person.press('Complete order')
    await reads('Order complete')
  })

  journey('redeems magic words, and has the gift in the cart', async () => {
    await person.goTo(`${shop.origin}/us/redeem`)
    await person.fill('Magic words', 'amber lantern owl')
    await person.press('Redeem My Gift')
    await reads('Magic words accepted!')
    await person.press('Add Gift to Cart')
    await reads('Added to cart!')
  })
})
