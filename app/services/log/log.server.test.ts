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

test.each([
  ['some text', { type: 'string' }],
  [undefined, undefined],
  [{ email: 'a@b.example' }, { type: 'object' }],
])('a thrown value that is no error (%j) is not logged', (thrown, expected) => {
  expect(logged(thrown).err).toEqual(expected)
})

test('the failure of a service is logged with its detail, but without mail addresses', () => {
  const failed = new UpstreamError('cartCreate', 200, { detail: 'Error calling Shopify: a@b.example is odd' })
  expect(logged(failed).err).toMatchObject({
    operation: 'cartCreate',
    status: 200,
    detail: 'Error calling Shopify: [removed] is odd',
  })
})

test('a cycle of causes ends', () => {
  const error = new Error('a')
  error.cause = error
  expect(logged(error).err).toMatchObject({ cause: { cause: { cause: { type: 'Error' } } } })
})

test.each([
  { email: 'ada@example.com' },
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

test('every line of a request has its id, also one of work that goes on after the response', async () => {
  const lines: Record<string, unknown>[] = []
  const plain = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const { log, inRequest } = createRequestLog(plain)
  const late = Promise.withResolvers<void>()
  log.info('a start')
  await inRequest('one', async () => {
    log.error({ err: new Error(), form: 'signup' }, 'the form')
    void late.promise.then(() => log.warn('afterwards'))
  })
  late.resolve()
  await expect.poll(() => lines).toHaveLength(3)
  expect(lines[0]).not.toHaveProperty('requestId')
  expect(lines.slice(1)).toMatchObject([
    { msg: 'the form', requestId: 'one', form: 'signup', err: { type: 'Error' } },
    { msg: 'afterwards', requestId: 'one' },
  ])
})
