// `node scripts/bench-admin.mjs`: measures the admin lists with 100,000 rows each, by signed-in HTTP requests for
// whole pages. Part of `npm run bench`.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, ensureInstalled, ensureProjectNode, serverArguments } from './ensure.mjs'
import { startServer } from './start-server.mjs'

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000)
const RUNS = 15
const PORT = Number(process.env.BENCH_ADMIN_PORT ?? 4193)
const ORIGIN = `http://localhost:${PORT}`
const OWNER = { email: 'owner@wizardbox.example', password: 'correct horse battery' }
const START = Date.parse('2025-01-01T00:00:00.000Z')
const STEP_MS = 60_000

/** Creates a row of each table; `i` counts from 0, the oldest. */
const TABLES = {
  email_subscribers: (i, at) => ({
    email: `person${i}@example.com`,
    full_name: `Person ${i} Quill`,
    first_name: 'Person',
    last_name: 'Quill',
    source: 'Homepage',
    created_at: at,
    updated_at: at,
  }),
  waitlist: (i, at) => ({
    email: `waiting${i}@example.com`,
    name: `Waiting ${i}`,
    first_name: 'Waiting',
    last_name: String(i),
    full_name: `Waiting ${i}`,
    website: 'https://wizardbox.example',
    created_at: at,
  }),
  gift_redemption_codes: (i, at) => ({
    code: `amber lantern number${i}`,
    product_title: 'Gift Bundle - Classic Wand',
    product_variant_id: 'gid://shopify/ProductVariant/40000000000001',
    market: i % 2 ? 'us' : 'uk',
    redeemed: i % 3 === 0 ? 1 : 0,
    redeemed_at: i % 3 === 0 ? at : null,
    shopify_discount_code: `GIFT-${i}`,
    shopify_manual_setup_complete: i % 50 === 0 ? 0 : 1,
    purchaser_name: `Rowan Pike ${i}`,
    purchaser_email: `rowan${i}@example.com`,
    order_name: `#${i}`,
    created_at: at,
  }),
  contact_messages: (i, at) => ({
    full_name: `Ada Fairweather ${i}`,
    email: `ada${i}@example.com`,
    subject: 'Product Question',
    message: `My wand and I have been standing in front of the box for ${i} minutes now. What are we doing wrong?`,
    content_key: `key-${i}`,
    created_at: at,
  }),
  webhook_deliveries: (i, at) => ({
    webhook_id: `webhook-${i}`,
    event_id: `event-${i}`,
    topic: 'orders/paid',
    order_id: `order-${i}`,
    order_name: `#${i}`,
    state: i % 1000 === 0 ? 'failed' : 'done',
    created_at: at,
  }),
  mail_outbox: (i, at) => ({
    dedupe_key: `mail-${i}`,
    template: 'gift-code',
    to_email: `rowan${i}@example.com`,
    subject: `Magic words ${i}`,
    data: '{}',
    market: 'us',
    state: i % 1000 === 0 ? 'failed' : 'sent',
    created_at: at,
  }),
  audit_trail: (i, at) => ({
    actor_email: OWNER.email,
    action: 'gift-code.completed',
    subject_type: 'gift-code',
    subject_id: `subject-${i}`,
    created_at: at,
  }),
}

/** Inserts the rows into the embedded database directly: through the shop it would take an hour. */
async function fillLists(dataDir) {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(join(dataDir, 'backend.db'))
  database.exec('PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE')
  for (const [table, createRow] of Object.entries(TABLES)) {
    const names = ['id', ...Object.keys(createRow(0, ''))]
    const placeholders = names.map(() => '?').join(', ')
    const insert = database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${placeholders})`)
    for (let i = 0; i < ROWS; i++)
      insert.run(randomUUID(), ...Object.values(createRow(i, new Date(START + i * STEP_MS).toISOString())))
  }
  database.exec('COMMIT')
  database.close()
}

async function signIn() {
  const response = await fetch(`${ORIGIN}/admin/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: ORIGIN },
    body: new URLSearchParams(OWNER),
  })
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('owner='))
  if (!cookie) throw new Error(`not signed in: ${response.status}`)
  return cookie.split(';')[0]
}

function visits() {
  const lists = ['gift-codes', 'subscribers', 'waitlist', 'messages', 'webhooks', 'outbox', 'security']
  return [
    ['today', '/admin', 'Gift codes to finish'],
    ...lists.map((list) => [list, `/admin/${list}`, 'Page 1 of']),
    ...lists.map((list) => [`${list}, last`, `/admin/${list}?page=${ROWS / 50}`, `Page ${ROWS / 50} of`]),
    ['gift-codes, one found', `/admin/gift-codes?q=rowan${ROWS - 7}@`, `r•••@example.com`],
    ['subscribers, one found', `/admin/subscribers?q=person7@`, 'person7@example.com'],
    ['subscribers, many found', '/admin/subscribers?q=quill', 'Page 1 of'],
    ['messages, one found', '/admin/messages?q=ada7@', 'ada7@example.com'],
    ['messages, several words', '/admin/messages?q=ada7@%20wand%20standing%20wrong', 'ada7@example.com'],
    ['order notices, failed', '/admin/webhooks?state=failed', 'Failed'],
    ['subscribers as CSV', '/admin/subscribers.csv', `person0@example.com`],
  ]
}

async function timeVisit([name, path, expected], cookie) {
  const times = []
  for (let run = 0; run < (path.endsWith('.csv') ? 2 : RUNS); run++) {
    const startedAt = performance.now()
    const response = await fetch(ORIGIN + path, { headers: { cookie } })
    const text = await response.text()
    times.push(performance.now() - startedAt)
    if (!response.ok || !text.includes(expected)) throw new Error(`${path} answered ${response.status}`)
  }
  times.sort((a, b) => a - b)
  return { list: name, p50: times[Math.floor(times.length / 2)], worst: times.at(-1) }
}

/** Measures the lists. @returns median and maximum of each, ms */
async function benchAdmin() {
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-bench-admin-'))
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
  }
  const shop = await startServer(serverArguments, env, PORT, '/healthz')
  try {
    await fillLists(dataDir)
    const cookie = await signIn()
    const lines = []
    for (const visit of visits()) lines.push(await timeVisit(visit, cookie))
    return lines
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Measures the lists and prints a table. */
export async function reportAdmin() {
  const lines = await benchAdmin()
  console.log(`\nThe owner's lists, ${ROWS} rows each`)
  console.table(
    lines.map(({ list, p50, worst }) => ({ list, 'p50 ms': p50.toFixed(0), 'worst ms': worst.toFixed(0) })),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled()
  ensureProjectNode()
  ensureBuilt()
  await reportAdmin()
}
