import { afterEach, expect, test, vi } from 'vitest'
import { arrive, openTurns, runTurns, takeOverStillParts, takeTurn } from './turns.ts'

afterEach(() => void vi.unstubAllGlobals())

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

test('what answers nobody comes once the page has been taken over, a part at a time', async () => {
  vi.stubGlobal('scheduler', { postTask: () => Promise.resolve() })
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  openTurns()
  const parts = [takeTurn(false, true), takeTurn(false), takeTurn(true, true)]
  const here = () => parts.map((turn) => turn?.isHere)
  await runTurns()
  expect(here()).toEqual([false, true, false])
  takeOverStillParts()
  idle.shift()?.()
  expect(here()).toEqual([true, true, false])
  idle.shift()?.()
  expect(here()).toEqual([true, true, true])
})

test('what answers nobody is there when another page is shown', async () => {
  openTurns()
  const still = takeTurn(false, true)
  await runTurns()
  await arrive(() => expect(still?.isHere).toBe(true), true)
  expect(still?.isHere).toBe(true)
})
