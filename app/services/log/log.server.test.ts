import { expect, test } from 'vitest'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { createLog, createRequestLog } from './log.server.ts'

function logged(error: unknown): { text: string; err: Record<string, unknown> } {
  let text = ''
  createLog('info', { write: (line) => (text += line) }).error({ err: error }, 'it broke')
  return { text, err: JSON.parse(text).err }
}

test('an error is logged by name, codes and stack, and never by its message', () => {
  const refused = Object.assign(new Error('550 <ada@example.com>: no such recipient'), {
    code: 'EENVELOPE',
    responseCode: 550,
    response: '550 <ada@example.com>',
    rejected: ['ada@example.com'],
    operation: 'send mail',
  })
  const { text, err } = logged(new TypeError('no mail for ada@example.com', { cause: refused }))
  expect(text).not.toContain('ada@example.com')
  expect(err).toMatchObject({
    type: 'TypeError',
    cause: { type: 'Error', reason: 'EENVELOPE', responseCode: 550, operation: 'send mail' },
  })
  expect(err.stack).toContain('log.server.test.ts')
})

test('the failure of a service is logged with its detail, but without mail addresses', () => {
  const failed = new UpstreamError('cartCreate', 200, { detail: 'Error calling Shopify: a@b.example is odd' })
  expect(logged(failed).err).toMatchObject({
    operation: 'cartCreate',
    status: 200,
    detail: 'Error calling Shopify: [removed] is odd',
  })
})

test.each([
  { order: { email: 'ada@example.com', name: 'ada@example.com' } },
  { request: { headers: { cookie: 'ada@example.com', authorization: 'ada@example.com' } } },
  { giftCode: 'ada@example.com', words: 'ada@example.com', ip: 'ada@example.com', body: 'ada@example.com' },
])('values of personal keys are redacted at any depth, in one line: %j', (fields) => {
  let text = ''
  const path = '/us/a\n{"level":50,"msg":"forged"}'
  createLog('info', { write: (line) => (text += line) }).info({ path, ...fields }, 'a message')
  expect(text.trim().split('\n')).toHaveLength(1)
  expect(text).toContain('[removed]')
  expect(text).not.toContain('ada@example.com')
})

test('the failures of a request are one line with the worst first; those after the response have their own lines', async () => {
  const lines: Record<string, unknown>[] = []
  const plain = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const { log, inRequest } = createRequestLog(plain)
  const late = Promise.withResolvers<void>()
  await inRequest('one', async () => {
    log.warn({ err: new Error() }, 'the database')
    log.error({ err: new Error() }, 'the form')
    log.warn({ err: new Error() }, 'the page')
    log.info('fine')
    void late.promise.then(() => log.warn({ err: new Error() }, 'afterwards'))
  })
  late.resolve()
  await expect.poll(() => lines).toHaveLength(3)
  const before = [{ said: 'the database' }, { said: 'the page' }]
  expect(lines).toMatchObject([
    { msg: 'fine', requestId: 'one' },
    { msg: 'the form', requestId: 'one', before },
    { msg: 'afterwards', requestId: 'one' },
  ])
})
