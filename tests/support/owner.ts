import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { createCookie } from 'react-router'
import { beforeAll } from 'vitest'
import type { OwnerSession } from '#app/services/backend/auth.server.ts'
import { createSeal } from '#app/services/session/visitor-session.server.ts'
import { Browser } from './browser.ts'
import { ORIGIN } from './first-start.ts'
import { openTestShop, type TestShop, type TestShopOptions } from './test-shop.ts'

export const OWNER_EMAIL = 'owner@wizardbox.example'
export const OWNER_PASSWORD = 'correct horse battery'
export const CREDENTIALS = { email: OWNER_EMAIL, password: OWNER_PASSWORD }

/** Submits the sign-in form. @returns the resulting page */
export async function signIn(browser: Browser, email = OWNER_EMAIL, password = OWNER_PASSWORD) {
  return browser.submit(await browser.visit('/admin/sign-in'), 'Sign in', { email, password })
}

/** A browser in which the owner is signed in. A busy machine may miss the deadline of the auth server, which is a 503. */
export async function ownerBrowser(shop: TestShop, browser = shop.browser()): Promise<Browser> {
  let page = await signIn(browser)
  for (let tries = 1; page.status === 503 && tries < 5; tries++) page = await signIn(browser)
  if (page.path !== '/admin') throw new Error(`Not signed in: ${page.status} ${page.text.slice(0, 300)}`)
  return browser
}

/** A browser in which the owner is signed in before the tests. */
export function openOwner(shop: TestShop): Browser {
  const owner = new Browser((request) => shop.handle(request, { address: '10.8.8.8' }), ORIGIN)
  beforeAll(async () => {
    await ownerBrowser(shop, owner)
  })
  return owner
}

/** A shop for the tests of a file, and a browser in which its owner is signed in. */
export function openOwnersRoom(options: TestShopOptions = {}) {
  const shop = openTestShop(options)
  return { shop, owner: openOwner(shop) }
}

/** A browser with the cookie of the owner's, as a thief has it who stole it. */
export function thiefOf(shop: TestShop, owner: Browser): Browser {
  const thief = shop.browser()
  thief.cookies.set('owner', owner.cookies.get('owner') ?? '')
  return thief
}

/** Tokens as the shop keeps them in the owner's cookie. */
export async function sealOwnerCookie(tokens: Partial<OwnerSession>, secret: string): Promise<string> {
  const session = { accessToken: 'a.b.c', refreshToken: 'nobody', expiresAt: 0, startedAt: 0, ...tokens }
  const sealed = createSeal([secret]).seal(session)
  const line = await createCookie('owner', { secrets: [secret] }).serialize(sealed)
  return line.slice('owner='.length).split(';')[0] ?? ''
}

/** Runs a statement in the embedded database of a shop, bypassing its gateway. @returns its rows */
export function runSql(shop: TestShop, sql: string, ...values: SQLInputValue[]) {
  const database = new DatabaseSync(join(shop.dataDir, 'backend.db'))
  try {
    database.exec('PRAGMA busy_timeout = 10000')
    return database.prepare(sql).all(...values)
  } finally {
    database.close()
  }
}

type Row = Readonly<Record<string, string | number | null>>

/** Inserts rows of the same columns as they are, bypassing the shop. */
export function insertRows(shop: TestShop, table: string, rows: readonly Row[]): void {
  const names = Object.keys(rows[0] ?? {})
  const values = names.map((name) => `value ->> '${name}'`)
  runSql(shop, `INSERT INTO ${table} (${names}) SELECT ${values} FROM json_each(?)`, JSON.stringify(rows))
}
