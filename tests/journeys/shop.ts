import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A shop that was started as its user starts it. It is known by its address and by what it leaves in its data folder. */
export type ShopUnderTest = {
  readonly origin: string
  readonly dataDir: string
  /** As printed at the first start. */
  readonly ownerPassword: string
}

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly raw: string
}

/** The checkout whose shop is started: this one, or a copy of another state. */
const folder = process.env.JOURNEYS_SHOP ?? fileURLToPath(new URL('../..', import.meta.url))

/** A free port below those that the system gives out by itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer()
    const isFree = once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.listen(port, '127.0.0.1')
    if (!(await isFree)) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

/**
 * Starts a shop in an empty data folder, and waits until it answers. Each visitor can have an address of their own, by
 * `X-Forwarded-For`.
 * @param env further variables; `PORT` where they name the shop's own address
 */
export async function startShop(env: Record<string, string> = {}) {
  const port = env.PORT ?? String(await freePort())
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
export const mixedWith = (port: number) => ({
  PORT: String(port),
  HOST: '127.0.0.1',
  ALLOW_EMBEDDED: '1',
  PUBLIC_ORIGIN: `http://localhost:${port}`,
  ALLOWED_HOSTS: `localhost:${port}`,
  SESSION_SECRET: 'a secret of the journeys, long enough to count',
  WEBHOOK_SECRET: 'another-secret-of-the-journeys',
})

/** The variables of a hosted backend that nobody answers for. */
export const NO_BACKEND = {
  SUPABASE_URL: 'http://127.0.0.1:9',
  SUPABASE_ANON_KEY: 'sb_publishable_nobody',
  SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_nobody',
}

/** The mails that a shop has sent, oldest first. */
export function mailsOf({ dataDir }: ShopUnderTest): Mail[] {
  const outbox = join(dataDir, 'outbox')
  const names = readdirSync(outbox, { encoding: 'utf8' }).filter((name) => name.endsWith('.eml'))
  return names.sort().map((name) => parseMail(readFileSync(join(outbox, name), 'utf8')))
}

/** Waits for a mail to an address. @param subject what its subject holds */
export async function mailTo(shop: ShopUnderTest, address: string, subject = ''): Promise<Mail> {
  const isIt = (mail: Mail) => mail.to.includes(address) && mail.subject.includes(subject)
  for (let tries = 0; tries < 200; tries++) {
    // The folder comes with the first mail.
    const mail = existsSync(join(shop.dataDir, 'outbox')) && mailsOf(shop).findLast(isIt)
    if (mail) return mail
    await pause(50)
  }
  throw new Error(`No mail "${subject}" came to ${address}`)
}

/** Headers, and the part of plain text. */
function parseMail(raw: string): Mail {
  const mail = raw.replaceAll('\r\n', '\n')
  const header = (name: string) => {
    const line = new RegExp(`^${name}: (.*(?:\n[ \t].*)*)`, 'im').exec(mail)?.[1] ?? ''
    return line
      .replace(/\n\s+/g, ' ')
      .replace(/\?=\s+=\?/g, '?==?')
      .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, decodeWord)
  }
  const [part = mail] = /Content-Type: text\/plain[\s\S]*?(?=\n--|$(?![\s\S]))/i.exec(mail) ?? []
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(part)?.[1] ?? ''
  const text = decode(part.slice(part.indexOf('\n\n') + 2), encoding)
  return { to: header('To'), subject: header('Subject'), text, raw }
}

const decodeWord = (_: string, kind: string, text: string) =>
  decode(text.replaceAll('_', ' '), kind.toLowerCase() === 'b' ? 'base64' : 'quoted-printable')

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number(`0x${hex}`)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
