import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { ENGINES, type Person } from './engine.ts'

/** The journeys that end in checkout, redeem and admin, in browsers other than Chromium. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-engines-'))
const PORT = await freePort()
const ORIGIN = `http://localhost:${PORT}`
const SOON = { timeout: 20_000 }
let server: ChildProcess

beforeAll(async () => {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(PORT),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    OWNER_PASSWORD: 'correct horse battery',
  }
  server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts'], {
    cwd: root,
    env,
    stdio: 'ignore',
  })
  await vi.waitFor(async () => expect((await fetch(`${ORIGIN}/readyz`)).ok).toBe(true), SOON)
}, 60_000)
afterAll(() => {
  server.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** Seeded gifts of the US store, one for each browser. */
const WORDS = ['amber lantern owl', 'silver birch comet', 'velvet moon harbour']

describe.each(ENGINES.map((engine, index) => ({ ...engine, words: WORDS[index] ?? '' })))(
  '$name',
  (engine) => {
    let person: Person
    beforeAll(async () => {
      if (engine.isInstalled) person = await engine.open(ORIGIN)
    }, 60_000)
    afterAll(() => person?.leave())

    const reads = (text: string) => expect.poll(() => person.text(), SOON).toContain(text)

    // Not counted as passed where the browser is missing.
    const journey = test.skipIf(!engine.isInstalled)

    journey('buys Vol. II with a wand, to the end of the checkout', async () => {
      await person.goTo(`${ORIGIN}/us/product/vol-ii-magical-you-pre-order`)
      await person.press('Wizard Box Only')
      await person.press('Order Now')
      await reads('Shopping Cart')
      await person.press('Checkout')
      await person.fill('Email', `${randomUUID()}@example.com`)
      await person.press('Complete order')
      await reads('Order complete')
    })

    journey('redeems magic words, and has the gift in the cart', async () => {
      await person.goTo(`${ORIGIN}/us/redeem`)
      await person.fill('Magic words', engine.words)
      await person.press('Redeem My Gift')
      await reads('Magic words accepted!')
      await person.press('Add Gift to Cart')
      await reads('Your gift')
    })

    journey('signs in to the owner’s room and out again', async () => {
      await person.goTo(`${ORIGIN}/admin`)
      await person.fill('Email', 'owner@wizardbox.example')
      await person.fill('Password', 'correct horse battery')
      await person.press('Sign in')
      await reads('The owner’s room')
      await person.press('Sign out')
      await reads('You are signed out. Good night.')
    })
  },
)
