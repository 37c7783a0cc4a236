import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Mail, readOutbox } from '../support/outbox.ts'
import { ownPort } from '../support/own-port.ts'

/** A shop that was started as its user starts it. It is known by its address and by what it leaves in its data folder. */
export type ShopUnderTest = {
  readonly origin: string
  readonly dataDir: string
  /** As printed at the first start. */
  readonly ownerPassword: string
}

/** The checkout whose shop is started: this one, or a copy of another state. */
const folder = process.env.JOURNEYS_SHOP ?? fileURLToPath(new URL('../..', import.meta.url))

/**
 * Starts a shop in an empty data folder, and waits until it answers. Each visitor can have an address of their own, by
 * `X-Forwarded-For`.
 * @param env further variables; `PORT` where they name the shop's own address
 */
export async function startShop(env: Record<string, string> = {}) {
  const port = env.PORT ?? String(await ownPort())
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-journeys-'))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: port, TRUST_PROXY: '1', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit')
  const origin = `http://localhost:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
  while (!(await fetch(`${origin}/healthz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`The shop did not start: ${output}`)
    await pause(50)
  }
  const [, ownerPassword = ''] = /password (\S+)/.exec(output) ?? []
  const shop: ShopUnderTest = { origin, dataDir, ownerPassword }
  return { ...shop, output: () => output, stop }
}

/** What a shop needs to be told beside one real service, while its others stay embedded. */
export async function mixed() {
  const port = String(await ownPort())
  return {
    PORT: port,
    HOST: '127.0.0.1',
    ALLOW_EMBEDDED: '1',
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    ALLOWED_HOSTS: `localhost:${port}`,
    SESSION_SECRET: 'a secret of the journeys, long enough to count',
    WEBHOOK_SECRET: 'another-secret-of-the-journeys',
  }
}

/** The variables of a hosted backend that nobody answers for. */
export const NO_BACKEND = {
  SUPABASE_URL: 'http://127.0.0.1:9',
  SUPABASE_ANON_KEY: 'sb_publishable_nobody',
  SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_nobody',
}

/** Waits for a mail to an address. @param subject what its subject holds */
export async function mailTo({ dataDir }: ShopUnderTest, address: string, subject = ''): Promise<Mail> {
  for (let tries = 0; tries < 200; tries++) {
    const mail = readOutbox(dataDir).findLast(
      (one) => one.to.includes(address) && one.subject.includes(subject),
    )
    if (mail) return mail
    await pause(50)
  }
  throw new Error(`No mail "${subject}" came to ${address}`)
}

/** Asks the Admin API of a shop's demo store, as the owner of the store does there. */
export async function askStore({ origin, dataDir }: ShopUnderTest, query: string, variables: object = {}) {
  const token = readFileSync(join(dataDir, 'secrets/admin-token'), 'utf8').trim()
  const response = await fetch(`${origin}/embedded/admin/api/2025-07/graphql.json`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': token },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors = [] } = await response.json()
  const wrong = Object.values(data ?? {}).flatMap(
    (one) => (one as { userErrors?: object[] }).userErrors ?? [],
  )
  if (errors.length + wrong.length > 0) throw new Error(JSON.stringify({ errors, wrong }))
  return data
}
