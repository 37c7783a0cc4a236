import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { boundedFetch, withDeadline } from './upstream-error.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const after = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms))
const refuse = (): never => {
  throw new Error('too late')
}

test.each([
  ['finishes in time returns its result', () => after(900), refuse, 'done'],
  ['fails in time fails', () => Promise.reject(new Error('broken')), refuse, 'Error: broken'],
  ['is late is replaced', () => after(2_000), () => 'late', 'late'],
  // An unhandled rejection would fail the run.
  ['is late and fails is replaced', () => after(2_000).then(refuse), () => 'late', 'late'],
  ['is late can be an error', () => after(2_000), refuse, 'Error: too late'],
])('work that %s, and leaves no timer', async (_, work, late, result) => {
  const settled = withDeadline(work(), 1_000, late).catch(String)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await settled).toBe(result)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('a body without an end is cut off, and a redirect is not followed', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  let pulled = 0
  const body = () =>
    new ReadableStream({
      pull(stream) {
        pulled += 1
        stream.enqueue(new Uint8Array(2 ** 20))
      },
    })
  const asked: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    asked.push(init?.redirect)
    return new Response(body())
  })
  const response = await boundedFetch('https://endless.test/')
  await expect(response.text()).rejects.toThrow('too long')
  expect([asked, pulled < 16]).toEqual([['manual'], true])
})
