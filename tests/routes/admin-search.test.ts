import { beforeAll, describe, expect, test } from 'vitest'
import { openOwnersRoom, withBackendDatabase } from '../support/owner.ts'

/** Searches for a row by input that the owner types or copies from a list. */

const { shop, owner } = openOwnersRoom()
beforeAll(async () => {
  const people = [
    "Aoife D'Arcy",
    'Padraig O’Neill',
    'Seán Ó Súilleabháin',
    'Jan van  der Berg',
    'Anna-Lena Holt',
    '100% Wool_Works *new* a\\b [x]',
    'Zed "quoted" a,b {c} (d)',
  ]
  for (const [index, name] of people.entries())
    await shop.services.backend.joinWaitlist(
      { name, email: `person${index}@example.com` },
      { market: 'uk', wording: 'w' },
    )
  await withBackendDatabase(shop, (database) =>
    database
      .prepare("UPDATE gift_redemption_codes SET order_name = '#70005' WHERE code = 'copper fern riddle'")
      .run(),
  )
})

async function found(list: string, words: string): Promise<string[]> {
  const page = await owner.visit(`/admin/${list}?q=${encodeURIComponent(words)}`)
  expect(page.status).toBe(200)
  return page.texts('tbody tr')
}

describe('the waitlist finds', () => {
  test.each([
    ['D’Arcy', 'Aoife'],
    ["O'Neill", 'Padraig'],
    ['  van der  Berg ', 'Jan'],
    ['Anna‑Lena', 'Anna-Lena'],
    ['Súilleabháin', 'Seán'],
    ['100%', 'Wool'],
    ['a,b {c} (d)', 'Zed'],
  ])('%s', async (words, name) => {
    const rows = await found('waitlist', words)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain(name)
  })
})

describe('the gift codes find', () => {
  test.each(['copper fern', 'copper  fern', 'copper-fern-riddle', 'Order #70005', '#70005', 'order 70005'])(
    '%s',
    async (words) => {
      const rows = await found('gift-codes', words)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toContain('copper fern riddle')
    },
  )
})
