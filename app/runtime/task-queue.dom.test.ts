import { afterEach, expect, test, vi } from 'vitest'
import {
  enqueueTask,
  hydrateStaticParts,
  runHydrationQueue,
  showInTasks,
  startHydration,
} from './task-queue.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a hydration that fails is over: nothing is queued any more, and no input is watched', async () => {
  const watched = new Set<unknown>()
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type) => void watched.add(type))
  vi.spyOn(globalThis, 'removeEventListener').mockImplementation((type) => void watched.delete(type))
  vi.stubGlobal('scheduler', {
    postTask() {
      expect(watched.size).toBeGreaterThan(0)
      return Promise.reject(new Error('no task'))
    },
  })
  startHydration()
  expect(enqueueTask(true)).not.toBeNull()
  await expect(runHydrationQueue()).rejects.toThrow('no task')
  expect([...watched]).toEqual([])
  expect(enqueueTask(true)).toBeNull()
})

test('static parts are hydrated after the others, one at a time', async () => {
  vi.stubGlobal('scheduler', { postTask: () => Promise.resolve() })
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  startHydration()
  const parts = [enqueueTask(false, true), enqueueTask(false), enqueueTask(true, true)]
  const started = () => parts.map((task) => task?.hasStarted)
  await runHydrationQueue()
  expect(started()).toEqual([false, true, false])
  hydrateStaticParts()
  idle.shift()?.()
  expect(started()).toEqual([true, true, false])
  idle.shift()?.()
  expect(started()).toEqual([true, true, true])
})

test('static parts that still wait are started when another page is shown', async () => {
  startHydration()
  const part = enqueueTask(false, true)
  await runHydrationQueue()
  await showInTasks(() => expect(part?.hasStarted).toBe(true), true)
  expect(part?.hasStarted).toBe(true)
})
