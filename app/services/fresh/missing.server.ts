import { AsyncLocalStorage } from 'node:async_hooks'

const runs = new AsyncLocalStorage<{ isComplete: boolean }>()

/** Says that something which is read right now could not be had: what is made from it must not be kept. */
export function noteMissing(): void {
  const run = runs.getStore()
  if (run) run.isComplete = false
}

/** Runs `work`, and tells whether all that it read could be had. */
export async function watchMissing<T>(work: () => Promise<T>): Promise<{ value: T; isComplete: boolean }> {
  const run = { isComplete: true }
  const value = await runs.run(run, work)
  return { value, isComplete: run.isComplete }
}
