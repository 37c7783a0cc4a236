import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addMoney,
  compareMoney,
  formatMoney,
  formatMoneyExact,
  fromMinorUnits,
  moneyOf,
  multiplyMoney,
  parseMoney,
  subtractMoney,
  subtractToZero,
  sumMoney,
  toMinorUnits,
} from './money.ts'

const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })

test.each([
  [moneyOf(59, 'USD'), '$59', '$59.00'],
  [moneyOf('26.5', 'GBP'), '£26.50', '£26.50'],
  [moneyOf('1234567.05', 'USD'), '$1,234,567.05', '$1,234,567.05'],
  [moneyOf(-5, 'GBP'), '-£5', '-£5.00'],
])('money is formatted: %o', (money, short, exact) => {
  expect([formatMoney(money), formatMoneyExact(money)]).toEqual([short, exact])
})

test('two currencies cannot be combined', () => {
  const [dollar, pound] = [moneyOf(1, 'USD'), moneyOf(1, 'GBP')]
  for (const combine of [addMoney, subtractMoney, compareMoney]) {
    expect(() => combine(dollar, pound)).toThrow(TypeError)
  }
  expect(() => sumMoney([pound], 'USD')).toThrow(TypeError)
})

test('trailing zeros beyond the cents are money, and so are numbers; other amounts are none, or throw', () => {
  expect(parseMoney('59.0000', 'USD')).toEqual(moneyOf(59, 'USD'))
  expect(parseMoney(26.5, 'GBP')).toEqual(moneyOf('26.50', 'GBP'))
  for (const amount of ['12.345', '1e3', null]) expect(parseMoney(amount, 'USD')).toBeNull()
  expect(parseMoney('12', 'EUR')).toBeNull()
  expect(() => toMinorUnits({ amount: 'free', currencyCode: 'USD' })).toThrow(RangeError)
  expect(() => fromMinorUnits(0.5, 'USD')).toThrow(RangeError)
  expect(() => moneyOf('9.999', 'USD')).toThrow(RangeError)
})

test('sums, differences and products are those of the minor units', () => {
  fc.assert(
    fc.property(cents, cents, fc.nat(20), (a, b, quantity) => {
      const [x, y] = [fromMinorUnits(a, 'USD'), fromMinorUnits(b, 'USD')]
      expect(toMinorUnits(x) + 0).toBe(a + 0)
      expect(toMinorUnits(addMoney(x, y)) + 0).toBe(a + b + 0)
      expect(toMinorUnits(subtractMoney(x, y)) + 0).toBe(a - b + 0)
      expect(toMinorUnits(subtractToZero(x, y)) + 0).toBe(Math.max(0, a - b) + 0)
      expect(toMinorUnits(multiplyMoney(x, quantity)) + 0).toBe(a * quantity + 0)
    }),
  )
})
