import { type CurrencyCode, MARKET_IDS, MARKETS, type Market } from './market.ts'

/** A decimal amount as text, with two decimals ("12.50"), in an ISO 4217 currency. */
export type Money = { readonly amount: string; readonly currencyCode: CurrencyCode }

const SYMBOLS: ReadonlyMap<CurrencyCode, string> = new Map(
  MARKET_IDS.map((market) => [MARKETS[market].currencyCode, MARKETS[market].symbol]),
)
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

/** To minor units (cents, pence). @throws RangeError for any more than two significant decimals, or no number */
export function toMinorUnits(money: Money): number {
  const units = minorUnitsOf(money.amount)
  if (units === null) throw new RangeError(`Not an amount of money: ${money.amount}`)
  return units
}

/** From minor units: 5900 is 59.00. @throws RangeError unless `units` is a safe integer */
export function fromMinorUnits(units: number, currencyCode: CurrencyCode): Money {
  if (!Number.isSafeInteger(units)) throw new RangeError(`Not whole minor units: ${units}`)
  const digits = String(Math.abs(units)).padStart(3, '0')
  return { amount: `${units < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`, currencyCode }
}

/** From major units: `moneyOf(26.5, 'GBP')`. @throws RangeError as `toMinorUnits` */
export function moneyOf(units: number | string, currencyCode: CurrencyCode): Money {
  const minor = minorUnitsOf(String(units))
  if (minor === null) throw new RangeError(`Not an amount of money: ${units}`)
  return fromMinorUnits(minor, currencyCode)
}

/** A list price, in whole units of the currency of a market. */
export function listPrice(units: number | string, market: Market): Money {
  return moneyOf(units, MARKETS[market].currencyCode)
}

/** Parses amount and currency of an external response; null when either is invalid. */
export function parseMoney(amount: unknown, code: unknown): Money | null {
  const currencyCode = MARKET_IDS.map((market) => MARKETS[market].currencyCode).find((own) => own === code)
  if (currencyCode === undefined || (typeof amount !== 'string' && typeof amount !== 'number')) return null
  const minor = minorUnitsOf(String(amount))
  return minor === null ? null : fromMinorUnits(minor, currencyCode)
}

export function zeroMoney(currencyCode: CurrencyCode): Money {
  return fromMinorUnits(0, currencyCode)
}

/** @throws TypeError when the currencies differ */
export function addMoney(a: Money, b: Money): Money {
  requireSameCurrency(a, b)
  return fromMinorUnits(toMinorUnits(a) + toMinorUnits(b), a.currencyCode)
}

/** `a` minus `b`; may be negative. @throws TypeError when the currencies differ */
export function subtractMoney(a: Money, b: Money): Money {
  requireSameCurrency(a, b)
  return fromMinorUnits(toMinorUnits(a) - toMinorUnits(b), a.currencyCode)
}

/** `a` minus `b`, at least zero. @throws TypeError when the currencies differ */
export function subtractToZero(a: Money, b: Money): Money {
  const difference = subtractMoney(a, b)
  return toMinorUnits(difference) < 0 ? zeroMoney(a.currencyCode) : difference
}

/** @throws RangeError unless the result is in whole minor units */
export function multiplyMoney(money: Money, quantity: number): Money {
  return fromMinorUnits(toMinorUnits(money) * quantity, money.currencyCode)
}

/** Negative, zero or positive, for sorting. @throws TypeError when the currencies differ */
export function compareMoney(a: Money, b: Money): number {
  requireSameCurrency(a, b)
  return toMinorUnits(a) - toMinorUnits(b)
}

/** The sum of a list; zero for an empty one. @throws TypeError when an amount has another currency */
export function sumMoney(list: readonly Money[], currencyCode: CurrencyCode): Money {
  return list.reduce(addMoney, zeroMoney(currencyCode))
}

function formatWith(money: Money, alwaysShowCents: boolean): string {
  const units = toMinorUnits(money)
  const whole = String(Math.trunc(Math.abs(units) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const cents = Math.abs(units) % 100
  const tail = cents === 0 && !alwaysShowCents ? '' : `.${String(cents).padStart(2, '0')}`
  return `${units < 0 ? '-' : ''}${SYMBOLS.get(money.currencyCode)}${whole}${tail}`
}

/** For display, without zero cents: `$59`, `£26.50`. */
export function formatMoney(money: Money): string {
  return formatWith(money, false)
}

/** For display, always with cents: `$26.00`. */
export function formatMoneyExact(money: Money): string {
  return formatWith(money, true)
}

/** Whether a total, in cents or pence, ships free: over means over, exactly 90.00 does not. */
export function hasFreeShipping(minorUnits: number, market: Market): boolean {
  return minorUnits > MARKETS[market].freeShippingOver * 100
}

/** Progress towards free shipping. Spec: 2 Cart drawer, 9 Free shipping. Product: 6 Free shipping over 90 or 50 */
export function freeShippingProgress(total: Money, market: Market) {
  const { currencyCode, freeShippingOver } = MARKETS[market]
  const units = toMinorUnits(total)
  const reached = hasFreeShipping(units, market)
  const remaining = reached ? 0 : freeShippingOver * 100 + 1 - units
  return {
    /** The amount that a total has to exceed. */
    threshold: listPrice(freeShippingOver, market),
    /** How much more to add for an order that ships free: a cent or penny over the threshold. */
    remaining: fromMinorUnits(remaining, currencyCode),
    reached,
  }
}
