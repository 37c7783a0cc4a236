/**
 * Creates a queue of limited length, for work that costs more than it may take from others.
 * @param width how much of it runs at a time
 * @param length how much waits; the queue resolves to null for any more
 */
export function createQueue(width: number, length: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (running < width) running++
    else if (waiting.length < length) await new Promise<void>((resolve) => waiting.push(resolve))
    else return null
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
