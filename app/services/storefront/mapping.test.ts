import { describe, expect, it } from 'vitest'
import { toMoney } from './mapping.server.ts'

describe('money', () => {
  it('is null unless it is in the currency of the market', () => {
    expect(toMoney({ amount: '59.0', currencyCode: 'USD' }, 'us')).toEqual({
      amount: '59.00',
      currencyCode: 'USD',
    })
    expect(toMoney({ amount: '59.0', currencyCode: 'USD' }, 'uk')).toBeNull()
    expect(toMoney({ amount: 'free', currencyCode: 'USD' }, 'us')).toBeNull()
    expect(toMoney(null, 'us')).toBeNull()
  })
})
