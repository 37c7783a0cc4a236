import { expect, test, vi } from 'vitest'
import { openTurns, runTurns, takeTurn } from './turns.ts'

test('a take-over that fails is over: nothing waits for a turn, and no input is watched', async () => {
  const watched = new Set<unknown>()
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((sign) => void watched.add(sign))
  vi.spyOn(globalThis, 'removeEventListener').mockImplementation((sign) => void watched.delete(sign))
  vi.stubGlobal('scheduler', {
    postTask() {
      expect(watched.size).toBeGreaterThan(0)
      return Promise.reject(new Error('no task'))
    },
  })
  openTurns()
  expect(takeTurn(true)).not.toBeNull()
  await expect(runTurns()).rejects.toThrow('no task')
  expect([...watched]).toEqual([])
  expect(takeTurn(true)).toBeNull()
})
