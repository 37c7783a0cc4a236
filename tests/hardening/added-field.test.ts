import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { ORIGIN, settings } from '../support/first-start.ts'
import { silentLog } from '../support/silent-log.ts'

/** What docs/changing.md says of a new field: it takes the schema, the markup and a migration. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'wizard-box-field-'))
afterAll(() => rmSync(copy, { recursive: true, force: true, maxRetries: 3 }))

const SOURCES = [
  'app',
  'embedded',
  'supabase',
  'package.json',
  'react-router.config.ts',
  'vite.config.ts',
  'tsconfig.json',
  '.react-router',
]

function insertBefore(file: string, place: string, line: string): void {
  const text = readFileSync(join(copy, file), 'utf8')
  expect(text.split(place), `one place in ${file}`).toHaveLength(2)
  writeFileSync(join(copy, file), text.replace(place, `${line}\n${place}`))
}

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'production', BUILD_DIR: 'build' },
  })

test('a field of the contact form that schema, markup and migration have is typed, stored and mailed', async () => {
  // Tests are not what is changed, and need more of the house.
  const filter = (path: string) => !/\.test\.tsx?$/.test(path)
  for (const path of SOURCES) cpSync(join(root, path), join(copy, path), { recursive: true, filter })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  insertBefore(
    'supabase/functions/_shared/forms/contact.ts',
    '  subscribeToMailingList: checkbox,',
    '  orderNumber: z.optional(z.string().check(z.regex(/^#\\d{4}$/, "Please enter a number like #1043"))),',
  )
  insertBefore(
    'app/components/forms/contact-form.tsx',
    '        <div className="relative">',
    '        <NameField {...bind("orderNumber")} label={LABELS.orderNumber} />',
  )
  insertBefore(
    'app/components/forms/contact-form.tsx',
    "  message: 'Message',",
    "  orderNumber: 'Order number',",
  )
  writeFileSync(
    join(copy, 'supabase/migrations/20991231000000_ask_for_the_order.sql'),
    'alter table public.contact_messages add column order_number varchar(5);\n',
  )
  const { stdout: complaints } = await run('node_modules/ts7/bin/tsc', '--noEmit').catch((error) => error)
  expect(complaints).toBe('')
  await run('node_modules/@react-router/dev/bin.js', 'build')

  const { createShop, parseConfig } = await import(join(copy, 'build/server/index.js'))
  const shop = await createShop(parseConfig(settings(join(copy, 'data'))), {
    log: silentLog,
    origin: () => ORIGIN,
    pause: async () => {},
  })
  const visitor = new Browser((request) => shop.handle(request, { address: '10.0.0.1' }), ORIGIN)
  const message = { fullName: 'Ada', email: 'ada@example.com', subject: 'Other', message: 'Where is it?' }
  const wrong = await visitor.submit(await visitor.visit('/us/contact'), 'Send Message', {
    ...message,
    orderNumber: '1043',
  })
  expect(wrong.main).toContain('Please enter a number like #1043')
  expect(wrong.document.querySelector('[name=orderNumber]')?.getAttribute('value')).toBe('1043')
  const sent = await visitor.submit(wrong, 'Send Message', { orderNumber: '#1043' })
  expect(sent.text).toContain('Message sent!')

  const { url, serviceRoleKey, fetch } = shop.embedded.backend
  const client = createClient(url, serviceRoleKey, { auth: { persistSession: false }, global: { fetch } })
  const { data } = await client.from('contact_messages').select('email, order_number')
  expect(data).toEqual([{ email: 'ada@example.com', order_number: '#1043' }])
  const mails = await client.from('mail_outbox').select('data').eq('template', 'contact-to-shop')
  expect(mails.data?.[0]?.data).toMatchObject({ orderNumber: '#1043' })
  await shop.close()
}, 400_000)
