import { afterAll, beforeAll, expect } from 'vitest'
import { startShop } from './shop.ts'
import { Visitor } from './visitor.ts'

export const OWNER = 'owner@wizardbox.example'

/** A shop of a test file's own, from its first test to its last, in whose lists nobody else is. */
export function openOwnShop(start = startShop) {
  let shop: Awaited<ReturnType<typeof startShop>> | undefined
  beforeAll(async () => {
    shop = await start()
  })
  afterAll(() => shop?.stop())
  const get = () => {
    if (!shop) throw new Error('The shop has not started')
    return shop
  }
  const newVisitor = () => new Visitor({ origin: get().origin })
  async function signIn(password = get().ownerPassword, owner = newVisitor()) {
    await owner.visit('/admin/sign-in')
    await owner.submit('Sign in', { email: OWNER, password })
    return owner
  }
  return { get, newVisitor, signIn }
}

/** Finds a row of a list. @returns its words at any later time */
export async function find(owner: Visitor, list: string, q: string) {
  await owner.visit(`/admin/${list}`)
  const { path } = await owner.submit('Search', { q })
  const row = async () => (await owner.visit(path)).texts('tbody tr').join()
  expect(await row()).toContain(q)
  return row
}
