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
  zeroMoney,
} from './money.ts'

const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })

test.each([
  [moneyOf(59, 'USD'), '$59', '$59.00'],
  [moneyOf('26.5', 'GBP'), '£26.50', '£26.50'],
  [moneyOf('59.0', 'USD'), '$59', '$59.00'],
  [moneyOf('1234567.05', 'USD'), '$1,234,567.05', '$1,234,567.05'],
  [moneyOf(-5, 'GBP'), '-£5', '-£5.00'],
  [zeroMoney('USD'), '$0', '$0.00'],
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

test('cents are added without floating-point errors', () => {
  expect(addMoney(moneyOf('0.1', 'USD'), moneyOf('0.2', 'USD')).amount).toBe('0.30')
})

test('a price times a quantity is exact', () => {
  expect(multiplyMoney(moneyOf('19.99', 'GBP'), 3).amount).toBe('59.97')
})

test('subtractToZero stops at zero', () => {
  expect(subtractToZero(moneyOf(59, 'USD'), moneyOf(100, 'USD')).amount).toBe('0.00')
  expect(subtractToZero(moneyOf(59, 'USD'), moneyOf('58.99', 'USD')).amount).toBe('0.01')
})

test.each([
  ['12.345', 'USD'],
  ['', 'USD'],
  ['1e3', 'USD'],
  ['12', 'EUR'],
  [null, 'USD'],
  [['12'], 'USD'],
  [Number.NaN, 'GBP'],
])('%o %s is not money', (amount, currency) => {
  expect(parseMoney(amount, currency)).toBeNull()
})

test('trailing zeros beyond the cents are accepted, and so are numbers', () => {
  expect(parseMoney('59.0000', 'USD')).toEqual({ amount: '59.00', currencyCode: 'USD' })
  expect(parseMoney(26.5, 'GBP')).toEqual({ amount: '26.50', currencyCode: 'GBP' })
})

test('invalid amounts throw', () => {
  expect(() => toMinorUnits({ amount: 'free', currencyCode: 'USD' })).toThrow(RangeError)
  expect(() => fromMinorUnits(0.5, 'USD')).toThrow(RangeError)
  expect(() => moneyOf('9.999', 'USD')).toThrow(RangeError)
})

test('minor units survive conversion to text and back', () => {
  fc.assert(fc.property(cents, (n) => toMinorUnits(fromMinorUnits(n, 'GBP')) === (n === 0 ? 0 : n)))
})

test('adding then subtracting changes nothing, and order does not matter', () => {
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      const [x, y] = [fromMinorUnits(a, 'USD'), fromMinorUnits(b, 'USD')]
      expect(subtractMoney(addMoney(x, y), y)).toEqual(x)
      expect(addMoney(x, y)).toEqual(addMoney(y, x))
    }),
  )
})
