export type CurrencyCode = 'USD' | 'GBP'

/** A decimal amount as text ("12.50") in an ISO 4217 currency. */
export type Money = { readonly amount: string; readonly currencyCode: CurrencyCode }

const SYMBOLS: Record<CurrencyCode, string> = { USD: '$', GBP: '£' }
const AMOUNT = /^(-)?(\d{1,12})(?:\.(\d+))?$/

function minorUnitsOf(amount: string): number | null {
  const match = AMOUNT.exec(amount.trim())
  if (!match) return null
  const [, sign, whole = '0', fraction = ''] = match
  if (/[^0]/.test(fraction.slice(2))) return null
  const units = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
  return sign && units !== 0 ? -units : units
}

function requireSameCurrency(a: Money, b: Money): void {
  if (a.currencyCode !== b.currencyCode) {
    throw new TypeError(`Cannot combine ${a.currencyCode} with ${b.currencyCode}`)
  }
}

/** Whole minor units (cents, pence). Throws a RangeError when the amount is no decimal number of at most two places. */
export function toMinorUnits(money: Money): number {
  const units = minorUnitsOf(money.amount)
  if (units === null) throw new RangeError(`Not an amount of money: ${money.amount}`)
  return units
}

/** Money from whole minor units (5900 is 59.00). Throws a RangeError unless it is a safe integer. */
export function fromMinorUnits(units: number, currencyCode: CurrencyCode): Money {
  if (!Number.isSafeInteger(units)) throw new RangeError(`Not whole minor units: ${units}`)
  const digits = String(Math.abs(units)).padStart(3, '0')
  return { amount: `${units < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`, currencyCode }
}

/** Money from an amount in whole currency units: `moneyOf(26.5, 'GBP')`. Throws a RangeError on anything else. */
export function moneyOf(units: number | string, currencyCode: CurrencyCode): Money {
  const minor = minorUnitsOf(String(units))
  if (minor === null) throw new RangeError(`Not an amount of money: ${units}`)
  return fromMinorUnits(minor, currencyCode)
}

/** Money from the two loose fields of an outside reply; null when either makes no sense. */
export function parseMoney(amount: unknown, currencyCode: unknown): Money | null {
  if (currencyCode !== 'USD' && currencyCode !== 'GBP') return null
  if (typeof amount !== 'string' && typeof amount !== 'number') return null
  const minor = minorUnitsOf(String(amount))
  return minor === null ? null : fromMinorUnits(minor, currencyCode)
}

/** Nothing, in that currency. */
export function zeroMoney(currencyCode: CurrencyCode): Money {
  return fromMinorUnits(0, currencyCode)
}

/** Sum of two amounts. Throws a TypeError on two currencies. */
export function addMoney(a: Money, b: Money): Money {
  requireSameCurrency(a, b)
  return fromMinorUnits(toMinorUnits(a) + toMinorUnits(b), a.currencyCode)
}

/** `a` less `b`; may be negative. Throws a TypeError on two currencies. */
export function subtractMoney(a: Money, b: Money): Money {
  requireSameCurrency(a, b)
  return fromMinorUnits(toMinorUnits(a) - toMinorUnits(b), a.currencyCode)
}

/** `a` less `b`, never below nothing. Throws a TypeError on two currencies. */
export function subtractToZero(a: Money, b: Money): Money {
  const rest = subtractMoney(a, b)
  return toMinorUnits(rest) < 0 ? zeroMoney(a.currencyCode) : rest
}

/** The price of `quantity` pieces. Throws a RangeError unless the quantity is whole. */
export function multiplyMoney(money: Money, quantity: number): Money {
  return fromMinorUnits(toMinorUnits(money) * quantity, money.currencyCode)
}

/** Negative, zero or positive, for sorting. Throws a TypeError on two currencies. */
export function compareMoney(a: Money, b: Money): number {
  requireSameCurrency(a, b)
  return toMinorUnits(a) - toMinorUnits(b)
}

/** Sum of a list, nothing for an empty one. Throws a TypeError when one is in another currency. */
export function sumMoney(list: readonly Money[], currencyCode: CurrencyCode): Money {
  return list.reduce(addMoney, zeroMoney(currencyCode))
}

/** True for an amount of exactly nothing. */
export function isZeroMoney(money: Money): boolean {
  return toMinorUnits(money) === 0
}

function formatWith(money: Money, showWholeCents: boolean): string {
  const units = toMinorUnits(money)
  const whole = String(Math.trunc(Math.abs(units) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const cents = Math.abs(units) % 100
  const tail = cents === 0 && !showWholeCents ? '' : `.${String(cents).padStart(2, '0')}`
  return `${units < 0 ? '-' : ''}${SYMBOLS[money.currencyCode]}${whole}${tail}`
}

/** For eyes, without empty cents: `$59`, `£26.50`. */
export function formatMoney(money: Money): string {
  return formatWith(money, false)
}

/** For eyes, always with cents: `$26.00`. */
export function formatMoneyExact(money: Money): string {
  return formatWith(money, true)
}
