import { describe, expect, it } from 'vitest'
import { toMoney, toParagraphs } from './mapping.server.ts'

describe('the text of a description', () => {
  it.each([
    ['<p>One.</p>\n<p>Two &amp; three.</p>', 'One.\n\nTwo & three.'],
    ['<div>One<br>line</div><ul><li>a</li><li>b</li></ul>', 'One line\n\na\n\nb'],
    ['One<br><br/>Two', 'One\n\nTwo'],
    ['<script>alert(1)</script><p onclick="x()">Safe &lt;b&gt;</p>', 'Safe <b>'],
    ['&unknown; stays', '&unknown; stays'],
    ['', ''],
  ])('%s', (html, text) => {
    expect(toParagraphs(html)).toBe(text)
  })
})

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
