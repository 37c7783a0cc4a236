/**
 * Waits for `work`, but no longer than `ms` milliseconds. The work itself goes on, and what becomes of it then is
 * nobody's unhandled rejection.
 * @param late called when the time is over; what it returns takes the place of the work's result
 * @throws what the work or `late` throws
 */
export async function settleWithin<T, L>(work: Promise<T>, ms: number, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  }).then(late)
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
